// How strong a night is coloured in calendars: by how long or how efficiently it was slept, never stronger than it is sure.

import { clockMinutes, minutes, number } from '../format.js';
import { t } from '../language.js';

const STORED = 'calendar-colour';
const known = (value) => value !== null && value !== undefined;

/** What a colour can mean: the limits between its five levels, and how a value is written. */
export const COLOURS = {
  duration: { word: t('Duration'), field: 'total_sleep_min', limits: [300, 360, 420, 480], levels: [t('under 5 h'), t('5 to 6 h'), t('6 to 7 h'), t('7 to 8 h'), t('8 h and more')], write: clockMinutes, spoken: (value) => t`asleep ${minutes(value)}` },
  efficiency: { word: t('Efficiency'), field: 'efficiency_percent', limits: [70, 80, 85, 90], levels: [t('under 70 %'), t('70 to 80 %'), t('80 to 85 %'), t('85 to 90 %'), t('90 % and more')], write: (value) => `${number(value)} %`, spoken: (value) => t`efficiency ${number(value)} percent` },
};

/** What this browser was told that colour means. */
export function colour() {
  try {
    return localStorage.getItem(STORED) in COLOURS ? localStorage.getItem(STORED) : 'duration';
  } catch {
    return 'duration';
  }
}

/** Remembers it. */
export function setColour(choice) {
  try {
    localStorage.setItem(STORED, choice);
  } catch {
    // It holds for as long as the page is open.
  }
}

/** How sure a night is: `high`, `moderate` or `low`. */
export const sureness = ({ confidence }) => (!known(confidence) || confidence < 0.5 ? 'low' : confidence < 0.8 ? 'moderate' : 'high');

/**
 * The level of a night, 0 to 4, and how sure it is; null where its value is not known. A recorder that cannot see wake
 * finds a whole night asleep: what is hardly sure stays at the middle level, and what is moderately sure below the highest.
 */
export function shade(night, choice) {
  const value = night[COLOURS[choice].field];
  if (!known(value)) return null;
  const sure = sureness(night);
  const level = COLOURS[choice].limits.filter((limit) => value >= limit).length;
  return { level: Math.min(level, { low: 2, moderate: 3, high: 4 }[sure]), sure };
}
