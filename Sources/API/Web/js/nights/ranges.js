// Between which bounds the figures of a night lie in nine of ten nights like it.

import { h, icon } from '../dom.js';
import { minutes, sentence, share } from '../format.js';
import { t } from '../language.js';

const NAMES = {
  sleep_start_s: t('Asleep from'), sleep_end_s: t('Awake from'), light_min: t('Light sleep'), deep_min: t('Deep sleep'), rem_min: t('REM sleep'),
};

const words = (figure, value, clock) => (figure.endsWith('_s') ? clock.time(value) : minutes(value));
const known = (interval) => Number.isFinite(interval?.low) && Number.isFinite(interval?.high);
const span = ({ figure, low, high }, clock) => t`${words(figure, low, clock)} to ${words(figure, high, clock)}`;

/** The bounds of one figure as words; null where they are not known. */
export function rangeOf(night, figure, clock) {
  const interval = night.intervals?.find((one) => one.figure === figure);
  return known(interval) ? t`${share(interval.level)} range: ${span(interval, clock)}` : null;
}

/** A card with the bounds of onset, waking and stages; of those without, why. */
export function rangeCard(night, clock) {
  const intervals = (night.intervals ?? []).filter((one) => NAMES[one.figure]);
  if (intervals.length === 0) return null;
  const shown = intervals.filter(known);
  const reasons = [...new Set(intervals.filter((one) => !known(one)).map((one) => one.reason).filter(Boolean))];
  return h('li', { class: `metric ${shown.length ? '' : 'missing'}`, data: { measure: 'ranges', value: shown.length } },
    h('h3', null, t('Likely ranges')),
    shown.map((one) => h('p', { class: 'small' }, `${NAMES[one.figure]} `, h('span', { class: 'num' }, span(one, clock)))),
    shown.length === 0 && h('p', { class: 'why-empty small' }, icon('info'), h('span', null, sentence(reasons[0] ?? t('No reason was given.')))),
    h('details', { class: 'how small' },
      h('summary', null, t('How')),
      h('p', null, t('In nine of ten nights like this one the true figure lies inside, as nights with a reference showed. The more was lost, the wider.')),
      shown.length > 0 && reasons.map((reason) => h('p', { class: 'muted' }, t`Others are not known: ${reason}.`))));
}
