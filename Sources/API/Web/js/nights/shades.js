// How strong a night is coloured in calendars: by how long or how efficiently it was slept, never stronger than it is sure.

import { clockMinutes, minutes, number } from '../format.js';

const STORED = 'calendar-colour';
const known = (value) => value !== null && value !== undefined;

/** What a colour can mean: the limits between its five levels, and how a value is written. */
export const COLOURS = {
  duration: { word: 'Duration', field: 'total_sleep_min', limits: [300, 360, 420, 480], levels: ['under 5 h', '5 to 6 h', '6 to 7 h', '7 to 8 h', '8 h and more'], write: clockMinutes, spoken: (value) => `asleep ${minutes(value)}` },
  efficiency: { word: 'Efficiency', field: 'efficiency_percent', limits: [70, 80, 85, 90], levels: ['under 70 %', '70 to 80 %', '80 to 85 %', '85 to 90 %', '90 % and more'], write: (value) => `${number(value)} %`, spoken: (value) => `efficiency ${number(value)} percent` },
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
