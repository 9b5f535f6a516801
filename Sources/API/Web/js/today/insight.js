// What the newest days mean, in a sentence or two, and more of it behind a click.

import * as api from '../api.js';
import { fill, h, icon } from '../dom.js';
import { share } from '../format.js';
import { language, t } from '../language.js';

const ICON = { sleep: 'moon', heart: 'heart', activity: 'wave', general: 'info' };

/** The text with its most important word strong. */
function highlighted(text, word) {
  const at = word ? text.indexOf(word) : -1;
  return at < 0 ? [text] : [text.slice(0, at), h('strong', null, word), text.slice(at + word.length)];
}

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
      h('p', { class: 'muted' }, t`Written on this machine from your own days; it rests on ${share(insight.confidence_score)} of the days it looks at. No diagnosis.`))];
}

/** A card, and `start` that asks for the insight; `person` is the number of whose, null for one's own. */
export function insightCard(person, signal) {
  const element = h('section', { class: 'card insight', 'aria-labelledby': 'insight-title', 'aria-busy': 'true' },
    plainHead(),
    h('p', { class: 'muted insight-text' }, t('Looking at your days…')));

  const whose = person ? `?person=${person}` : '';
  function show(insight) {
    element.removeAttribute('aria-busy');
    if (insight.dismissed) {
      fill(element, [plainHead(),
        h('p', { class: 'muted insight-text' }, t('Put away for today; the next night brings a new one.'))]);
      return;
    }
    fill(element, content(insight, async () => {
      try {
        show((await api.change(`/insights/${insight.id}/dismiss${whose}`, 'POST', null, signal)).data);
      } catch (error) { failed(error); }
    }));
  }
  function failed(error) {
    if (signal.aborted) return;
    element.removeAttribute('aria-busy');
    fill(element, [plainHead(),
      h('p', { class: 'muted insight-text' }, error.message ?? t('It cannot be written now.')),
      h('button', { type: 'button', class: 'button', onclick: start }, t('Try again'))]);
  }
  async function start() {
    try {
      const spoken = language === 'en' ? whose : `${whose || '?'}${whose && '&'}language=${language}`;
      show((await api.get(`/insights/today${spoken}`, signal)).data);
    } catch (error) { failed(error); }
  }
  return { element, start };
}
