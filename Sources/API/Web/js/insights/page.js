// Insights: what was said of one's days, the newest first.

import * as api from '../api.js';
import { h, icon } from '../dom.js';
import { longDate } from '../format.js';
import { plural, t } from '../language.js';
import { empty, load, skeleton } from '../states.js';
import { choice, choiceCard, ofToday } from './choice.js';
import { ICON } from './words.js';

const PAGE = 20;

const nothing = () => empty('info', t('No insights yet'), h('p', { class: 'muted' },
  t('They are about your last days: the first comes after a recorded night, or after a day that a program sends. Wear a device tonight, or import what a recorder wrote lately; nights of long ago are under Sleep.')),
h('div', { class: 'actions' }, h('a', { class: 'button primary', href: '/devices' }, t('Devices')), h('a', { class: 'button', href: '/import' }, icon('upload'), t('Import a recording'))));

const counts = ({ key_insights_count: findings, recommendations_count: advice }) => [
  h('span', { class: 'tag' }, plural(findings, 'finding')), advice > 0 && h('span', { class: 'tag' }, plural(advice, 'suggestion'))];

export async function mount({ root, signal, selection, feed, announce }) {
  const { person } = selection;
  const whose = person ? `?person=${person}` : '';
  const list = h('ol', { class: 'insight-rows', 'aria-label': t('Insights, the newest first') });
  const more = h('div', { class: 'actions' });
  const trouble = h('div', { role: 'alert' });
  let shown = 0;

  const page = (offset, limit = PAGE) => api.get(`/insights/history/me?${new URLSearchParams({ limit, offset, ...(person ? { person } : {}) })}`, signal);

  function row(insight) {
    const button = h('button', { type: 'button', class: 'button quiet small' });
    const tags = h('p', { class: 'insight-tags' });
    const element = h('li', { class: 'card insight-row', data: { insight: insight.id } },
      h('h2', null, icon(ICON[insight.category] ?? 'info'), h('a', { href: `/insights/${insight.id}` }, t`${insight.title}, ${longDate(insight.date)}`)),
      h('p', null, insight.narrative), tags, button);
    const say = (isDismissed) => {
      element.classList.toggle('put-away', isDismissed);
      tags.replaceChildren(...counts(insight).filter(Boolean), ...(isDismissed ? [h('span', { class: 'tag' }, t('Put away'))] : []));
      button.textContent = isDismissed ? t('Take back') : t('Put away');
      button.setAttribute('aria-label', t`${button.textContent}: ${insight.title}, ${longDate(insight.date)}`);
      button.onclick = () => put(!isDismissed);
    };
    async function put(isAway) {
      button.disabled = true;
      trouble.replaceChildren();
      try {
        await api.change(`/insights/${insight.id}/dismiss${whose}`, isAway ? 'POST' : 'DELETE', null, signal);
        say(isAway);
        announce(isAway ? t('Put away') : t('Taken back'));
      } catch (error) { failed(error); }
      button.disabled = false;
    }
    say(insight.dismissed);
    return element;
  }

  function failed(error) {
    if (signal.aborted) return;
    trouble.replaceChildren(h('p', { class: 'card outcome bad' }, icon('alert'), h('span', null, error.detail ?? t('That did not work. Try again.'))));
  }

  function add({ data }) {
    list.append(...data.insights.map(row));
    shown += data.insights.length;
    more.replaceChildren(...(data.has_more ? [h('button', { type: 'button', class: 'button', id: 'more-insights', onclick: further }, t`Show more of ${data.total_count}`)] : []));
  }

  async function further({ target }) {
    target.disabled = true;
    trouble.replaceChildren();
    const last = list.lastElementChild;
    try {
      add(await page(shown));
      last?.nextElementSibling?.querySelector('a')?.focus();
    } catch (error) {
      target.disabled = false;
      failed(error);
    }
  }

  async function work() {
    const chosen = await choice(person, signal);
    // That of the day is written where it is not yet.
    if (chosen.frequency !== 'on_demand') await ofToday(person, signal);
    const first = await page(0, Math.min(100, Math.max(PAGE, shown)));
    shown = 0;
    list.replaceChildren();
    add(first);
    return h('div', { class: 'page insights' },
      h('header', { class: 'page-head' }, h('div', null, h('h1', null, t('Insights')),
        h('p', { class: 'muted' }, t('What your days mean beside your own weeks before.'))),
      chosen.frequency === 'on_demand' && h('button', { type: 'button', class: 'button', id: 'write-insight', onclick: write }, t('Write one now'))),
      trouble, first.data.total_count ? [list, more] : nothing(),
      choiceCard(chosen, person, () => announce(t('Kept|done'))));
  }
  async function write({ target }) {
    target.disabled = true;
    try {
      await ofToday(person, signal);
      again();
    } catch (error) {
      target.disabled = false;
      failed(error);
    }
  }
  const again = () => load(root, signal, () => [...root.childNodes], work);
  await load(root, signal, () => skeleton(t('Loading your insights'), 3.5, 8, 8, 8), work);
  feed.addEventListener('insight.created', again, { signal });
}
