// The newest night in a sentence and a picture.

import { h, icon } from '../dom.js';
import { minutes, plural, sentence, share, shortDate } from '../format.js';
import { t } from '../language.js';
import { nightStrip } from '../nights/strip.js';
import { ZoneClock } from '../nights/zoneClock.js';
import { nightConfidence } from '../nights/metrics.js';
import { trust } from '../words.js';

const known = (value) => value !== null && value !== undefined;

/** "Slept 7 h 4 min, from 23:12 to 07:05, awake 3 times for 12 min." */
function told(night, clock) {
  const { sleep_period: period, measures } = night;
  if (!period) return sentence(night.sleep_period_reason ?? t('no sleep period was found'));
  const [slept, waso, woken] = ['total_sleep_min', 'waso_min', 'awakenings'].map((key) => measures?.[key]?.value ?? null);
  const times = t`from ${clock.time(period.start_s)} to ${clock.time(period.end_s)}`;
  const awake = known(woken) && known(waso)
    ? woken === 0 ? t('without waking') : t`awake ${plural(woken, 'time')} for ${minutes(waso)} in all` : null;
  const all = known(slept) ? t`Slept ${minutes(slept)} ${times}` : t`Slept ${times}`;
  return awake ? t`${all}, ${awake}.` : t`${all}.`;
}

function nothing() {
  return [h('p', { class: 'night-sentence' }, t('No night yet.')),
    h('p', { class: 'muted' }, t('A night appears here in the morning after you wore a device, or as soon as you import a recording.')),
    h('p', { class: 'card-foot' }, h('a', { href: '/import' }, t('Import a recording'), icon('right')))];
}

/** A card for a night of the gateway; null for none. `today` is the day at the gateway. */
export function nightCard(night, today, addDays) {
  const card = (title, ...body) => h('section', { class: 'card last-night', 'aria-labelledby': 'night-title', data: { night: night?.date ?? '' } },
    h('header', null, h('h2', { id: 'night-title' }, title),
      night && h('span', { class: 'muted small' }, t`${shortDate(addDays(night.date, -1))} to ${shortDate(night.date)}`)), ...body);
  if (!night) return card(t('Last night'), ...nothing());
  const clock = new ZoneClock(night.zone, night.utc_offset_transitions);
  const level = nightConfidence(night);
  const word = trust(level);
  return card(night.date === today ? t('Last night') : t('The newest night'),
    h('p', { class: 'night-sentence num' }, told(night, clock)),
    nightStrip(night, clock),
    h('p', { class: 'card-foot' },
      word && night.sleep_period && h('span', { class: `trust ${word.tone} small` }, icon(word.icon), t`Confidence ${word.word.toLowerCase()}, ${share(level)}`),
      h('span', { class: 'muted small' }, night.device?.name ?? ''),
      h('a', { href: `/nights/${night.date}?device=${encodeURIComponent(night.device.id)}` }, t('The whole night'), icon('right'))));
}
