// One insight whole: what it says, what it rests on, and what may be done with it.

import * as api from '../api.js';
import { between, METRICS, written } from '../days.js';
import { fill, h, icon } from '../dom.js';
import { longDate, shortDate } from '../format.js';
import { plural, t } from '../language.js';
import { load, skeleton } from '../states.js';
import { picture } from './picture.js';
import { asText, FOOT, highlighted, ICON, KIND, OF_NIGHT, restsOn } from './words.js';

const named = (fact) => METRICS[fact.metric]?.title ?? fact.metric;
const told = (fact, value) => (fact.metric in METRICS ? written(fact.metric, value) : String(value));

function range(fact) {
  if (fact.lower === null || fact.upper === null || !(fact.metric in METRICS)) return fact.source ?? '';
  if (fact.kind !== 'change') return t`Usual ${between(fact.metric, fact.lower, fact.upper)}`;
  const sign = (value) => `${value < 0 ? '−' : '+'}${told(fact, Math.abs(value))}`;
  return t`${sign(fact.lower)} to ${sign(fact.upper)}`;
}

function row(fact) {
  const days = fact.dates.length > 1 ? t`${shortDate(fact.dates[0])} to ${shortDate(fact.dates.at(-1))}` : fact.dates.map(shortDate).join();
  return h('tr', null,
    h('th', { scope: 'row' }, h('a', { href: `/trends?metric=${encodeURIComponent(fact.metric)}` }, named(fact))),
    h('td', { class: 'num' }, told(fact, fact.value)), h('td', null, KIND[fact.kind] ?? fact.kind),
    h('td', { class: 'num' }, fact.kind === 'alone' ? '' : told(fact, fact.reference)), h('td', null, range(fact)),
    h('td', null, days), h('td', { class: 'num' }, fact.compared_days ? plural(fact.compared_days, 'day') : ''));
}

function rests(insight) {
  return h('section', { class: 'card', 'aria-labelledby': 'rests-title' }, h('h2', { id: 'rests-title' }, t('What it rests on')),
    h('p', { class: 'muted small' }, `${FOOT} ${restsOn(insight)}`),
    h('div', { class: 'scroll-x', tabindex: '0', role: 'region', 'aria-label': t('The values that it rests on') },
      h('table', { class: 'insight-facts' }, h('thead', null, h('tr', null, [t('Figure'), t('Value'), t('What it is'), t('Compared with'), t('Range|of values'), t('Days'), t('Days before')].map((title) => h('th', { scope: 'col' }, title)))),
        h('tbody', null, insight.facts.map(row)))));
}

/** The nights that it tells of and that there are. */
async function nightsOf(insight, person, signal) {
  const dates = [...new Set(insight.facts.filter(({ metric }) => OF_NIGHT.includes(metric)).flatMap((fact) => fact.dates))].sort();
  if (!dates.length) return null;
  const { nights } = await api.nights(dates[0], dates.at(-1), { person }, signal);
  const there = dates.filter((date) => nights.some((night) => night.date === date));
  return there.length > 0 && h('section', { class: 'card', 'aria-labelledby': 'nights-title' }, h('h2', { id: 'nights-title' }, t('The nights it tells of')),
    h('ul', { class: 'insight-nights' }, there.map((date) => h('li', null, h('a', { class: 'button', href: `/nights/${date}` }, icon('moon'), shortDate(date))))));
}

function points(title, id, lines, lang) {
  return lines.length > 0 && h('section', { class: 'card', 'aria-labelledby': id }, h('h2', { id }, title),
    h('ul', { class: 'insight-list', lang }, lines.map((text) => h('li', null, text))));
}

export async function mount({ root, signal, selection, params, setTitle, announce }) {
  const { person } = selection;
  const whose = person ? `?person=${person}` : '';
  const said = h('div', { role: 'status' });
  const trouble = h('div', { role: 'alert' });

  function failed(error) {
    if (signal.aborted) return;
    fill(trouble, h('p', { class: 'card outcome bad' }, icon('alert'), h('span', null, error.detail ?? t('That did not work. Try again.'))));
  }

  async function copy(insight, button) {
    try {
      await navigator.clipboard.writeText(asText(insight));
      announce(t('Copied'));
      fill(button, icon('check'), t('Copied'));
      setTimeout(() => fill(button, icon('copy'), t('Copy text')), 3000);
    } catch {
      // Over plain HTTP a page has no clipboard: the text is there to be taken by hand.
      const text = h('textarea', { class: 'insight-copy', readonly: true, rows: '8', 'aria-label': t('The insight as text') }, asText(insight));
      fill(said, text);
      text.select();
      announce(t('Press Ctrl+C to copy'));
    }
  }

  async function save(insight) {
    try {
      const url = URL.createObjectURL(await picture(insight));
      h('a', { href: url, download: `insight-${insight.date}.png` }).click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    } catch { failed({ detail: t('This browser could not draw the picture.') }); }
  }

  function acts(insight) {
    const away = h('button', { class: 'button', type: 'button', id: 'put-away' });
    const say = (isAway) => {
      fill(away, icon(isAway ? 'reset' : 'close'), isAway ? t('Take back') : t('Put away'));
      away.onclick = () => put(!isAway);
    };
    async function put(isAway) {
      away.disabled = true;
      fill(trouble);
      try {
        say((await api.change(`/insights/${insight.id}/dismiss${whose}`, isAway ? 'POST' : 'DELETE', null, signal)).data.dismissed);
        fill(said, isAway && h('p', { class: 'card changed' }, icon('check'), h('span', null, t('Put away: Today shows it no more.')),
          h('button', { class: 'button', type: 'button', id: 'undo', onclick: () => put(false) }, icon('reset'), t('Undo'))));
        if (!isAway) announce(t('Taken back'));
      } catch (error) { failed(error); }
      away.disabled = false;
    }
    say(insight.dismissed);
    return h('div', { class: 'insight-acts' },
      h('button', { class: 'button', type: 'button', id: 'copy-insight', onclick: ({ currentTarget }) => copy(insight, currentTarget) }, icon('copy'), t('Copy text')),
      h('button', { class: 'button', type: 'button', id: 'save-insight', onclick: () => save(insight) }, icon('download'), t('Save picture')), away);
  }

  await load(root, signal, () => skeleton(t('Loading the insight'), 3.5, 8, 12, 8), async () => {
    const insight = (await api.get(`/insights/${encodeURIComponent(params.id)}${whose}`, signal)).data;
    const nights = await nightsOf(insight, person, signal);
    setTitle(`${insight.title}, ${shortDate(insight.date)}`);
    return h('div', { class: 'page insight-page' },
      h('header', { class: 'page-head' }, h('div', null, h('p', { class: 'small' }, h('a', { class: 'back', href: '/insights' }, icon('left'), t('All insights'))),
        h('h1', null, icon(ICON[insight.category] ?? 'info'), insight.title), h('p', { class: 'muted' }, longDate(insight.date))), acts(insight)),
      trouble, said,
      h('section', { class: 'card', 'aria-label': t('In short'), lang: insight.language }, h('p', { class: 'insight-narrative' }, highlighted(insight.narrative, insight.highlight))),
      points(t('In detail'), 'detail-title', insight.key_insights, insight.language),
      points(t('What may help'), 'help-title', insight.recommendations, insight.language),
      insight.facts.length > 0 && rests(insight), nights);
  });
}
