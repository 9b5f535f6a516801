// What insights have in common wherever they are shown.

import { h } from '../dom.js';
import { longDate, share } from '../format.js';
import { t } from '../language.js';

export const ICON = { sleep: 'moon', heart: 'heart', activity: 'wave', general: 'info' };
export const FOOT = t('Written on this machine from your own days. No diagnosis.');

/** How a statement was come to, by its kind. */
export const KIND = {
  usual: t('As usual'), unusual: t('Out of the usual'), change: t('Changed over a week'), guideline: t('Beside a guideline'), alone: t('Nothing to compare yet'),
};

/** Figures that the night of a day tells; the others are of the day itself. */
export const OF_NIGHT = ['sleep_hours', 'sleep_efficiency', 'resting_heart_rate', 'hrv_ms'];

/** The text with its most important word strong. */
export function highlighted(text, word) {
  const at = word ? text.indexOf(word) : -1;
  return at < 0 ? [text] : [text.slice(0, at), h('strong', null, word), text.slice(at + word.length)];
}

/** How much an insight rests on, in words. */
export const restsOn = (insight) => t`It rests on ${share(insight.confidence_score)} of the days it looks at.`;

/** The insight as text to give on. */
export function asText(insight) {
  const list = (lines) => lines.map((line) => `- ${line}`).join('\n');
  return [t`${insight.title}, ${longDate(insight.date)}`, insight.narrative,
    insight.key_insights.length > 0 && list(insight.key_insights),
    insight.recommendations.length > 0 && `${t('What may help')}\n${list(insight.recommendations)}`,
    `${FOOT} ${restsOn(insight)}`].filter(Boolean).join('\n\n');
}
