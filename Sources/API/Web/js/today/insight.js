// What the newest days mean, in a sentence or two, and more of it behind a click.

import * as api from '../api.js';
import { fill, h, icon } from '../dom.js';
import { choice, ofToday } from '../insights/choice.js';
import { FOOT, highlighted, ICON, restsOn } from '../insights/words.js';
import { t } from '../language.js';

const plainHead = () => h('header', null, h('h2', { id: 'insight-title' }, t('Insight of the day')));

function content(insight, putAway) {
  return [
    h('header', null, h('h2', { id: 'insight-title' }, icon(ICON[insight.category] ?? 'info'), t`Insight of the day: ${insight.title}`),
      insight.facts.length > 0 && h('button', { type: 'button', class: 'button quiet small', onclick: putAway }, t('Put away'))),
    h('p', { class: 'insight-text' }, highlighted(insight.narrative, insight.highlight)),
    insight.facts.length > 0 && h('details', { class: 'small' }, h('summary', null, t('More')),
      h('ul', { class: 'insight-list' }, insight.key_insights.slice(0, 5).map((text) => h('li', null, text))),
      insight.recommendations.length > 0 && [h('h3', null, t('What may help')),
        h('ul', { class: 'insight-list' }, insight.recommendations.map((text) => h('li', null, text)))],
      h('p', { class: 'muted' }, `${FOOT} ${restsOn(insight)}`)),
    insight.facts.length > 0 && h('p', { class: 'card-foot' }, h('a', { href: `/insights/${insight.id}` }, t('The whole insight'), icon('right')))];
}

/** A card, and `start` that asks for the insight; `person` is the number of whose, null for one's own. */
export function insightCard(person, signal) {
  const element = h('section', { class: 'card insight', 'aria-labelledby': 'insight-title', 'aria-busy': 'true' },
    plainHead(),
    h('p', { class: 'muted insight-text' }, t('Looking at your days…')));

  const whose = person ? `?person=${person}` : '';
  let told = null;
  function show(insight) {
    // What is open stays so where it says the same.
    const text = JSON.stringify(insight);
    if (text === told) return;
    told = text;
    element.removeAttribute('aria-busy');
    if (insight.dismissed) {
      fill(element, [plainHead(),
        h('p', { class: 'muted insight-text' }, t('Put away for today; the next night brings a new one.')),
        h('button', { type: 'button', class: 'button quiet small', onclick: () => put(insight, false) }, icon('reset'), t('Take back'))]);
      return;
    }
    fill(element, content(insight, () => put(insight, true)));
  }
  async function put(insight, isAway) {
    try {
      show((await api.change(`/insights/${insight.id}/dismiss${whose}`, isAway ? 'POST' : 'DELETE', null, signal)).data);
    } catch (error) { failed(error); }
  }
  function failed(error) {
    if (signal.aborted) return;
    told = null;
    element.removeAttribute('aria-busy');
    fill(element, [plainHead(),
      h('p', { class: 'muted insight-text' }, error.message ?? t('It cannot be written now.')),
      h('button', { type: 'button', class: 'button', onclick: start }, t('Try again'))]);
  }
  async function ask() {
    try {
      show((await ofToday(person, signal)).data);
    } catch (error) { failed(error); }
  }
  async function start() {
    try {
      if ((await choice(person, signal)).frequency !== 'on_demand') return await ask();
      element.removeAttribute('aria-busy');
      if (told) return undefined;
      return fill(element, [plainHead(), h('p', { class: 'muted insight-text' }, t('One is written only when you ask.')),
        h('button', { type: 'button', class: 'button', onclick: ask }, t('Write one now'))]);
    } catch (error) { return failed(error); }
  }
  return { element, start };
}
