// The figures of days: what they are called, how they are written, and what a person usually has.

import * as api from './api.js';
import { MISSING, minutes, number } from './format.js';
import { locale, t } from './language.js';

const count = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const known = (value) => value !== null && value !== undefined && Number.isFinite(value);
const hours = (value) => minutes(value * 60);
const whole = (value) => count.format(value);
const one = (value) => number(value, 1);

/** Each figure by its name in the interface: words, unit, how a value is written and where a chart begins. */
export const METRICS = {
  sleep_hours: { title: t('Sleep'), unit: '', write: hours, axis: t('h'), decimals: 2, floor: 0, ink: 'stage-asleep', about: t('Time asleep in the night that ended on the day') },
  sleep_efficiency: { title: t('Sleep efficiency'), unit: '%', write: whole, axis: '%', decimals: 1, ink: 'stage-asleep', about: t('Share of the sleep period that was spent asleep') },
  resting_heart_rate: { title: t('Resting heart rate'), unit: 'bpm', write: whole, axis: 'bpm', decimals: 1, ink: 'heart', about: t('Beats per minute at rest') },
  hrv_ms: { title: t('Heart rate variability'), unit: 'ms', write: whole, axis: 'ms', decimals: 1, ink: 'heart', about: t('How much the time between beats varies; the method says by which measure') },
  average_heart_rate: { title: t('Average heart rate'), unit: 'bpm', write: whole, axis: 'bpm', decimals: 1, ink: 'heart', about: t('The mean of the day') },
  steps: { title: t('Steps'), unit: '', write: whole, axis: t('steps'), decimals: 0, floor: 0, ink: 'motion', about: t('Steps of the day') },
  active_minutes: { title: t('Active time'), unit: '', write: minutes, axis: t('min'), decimals: 0, floor: 0, ink: 'motion', about: t('Minutes of at least moderate activity') },
  active_energy: { title: t('Active energy'), unit: 'kcal', write: whole, axis: 'kcal', decimals: 0, floor: 0, ink: 'motion', about: t('Kilocalories of activity') },
};

/** Days without which nothing is called usual. */
export const FEWEST_DAYS = 7;

/** A value of a figure with its unit. */
export function written(metric, value) {
  const { write, unit } = METRICS[metric];
  return known(value) ? `${write(value)}${unit && ` ${unit}`}` : MISSING;
}

/** A range of a figure: "52 to 58 bpm". */
export function between(metric, low, high) {
  const { write, unit } = METRICS[metric];
  return write(low) === write(high) ? written(metric, low) : t`${write(low)} to ${write(high)}${unit && ` ${unit}`}`;
}

/** A figure over days. */
export function trend(metric, { days, to = null, by = 'day', person = null }, signal) {
  const asked = { metric, days, to, by, person };
  return api.get(`/trends?${new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== null))}`, signal);
}

/** What is usual: the median and the middle half of known days; null where they are too few. */
export function usual({ days, median, lower_quartile: lower, upper_quartile: upper }) {
  return days >= FEWEST_DAYS && [median, lower, upper].every(known) ? { days, median, lower, upper } : null;
}
