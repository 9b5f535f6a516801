// Numbers, durations and dates as people read them; what is missing is a dash, never a zero.

import { locale, plural, t } from './language.js';

export { plural };

export const MISSING = '–';

const known = (value) => value !== null && value !== undefined && Number.isFinite(value);

/** A number with fixed decimals. */
export function number(value, decimals = 0) {
  return known(value) ? value.toFixed(decimals) : MISSING;
}

/** Minutes as "7 h 24 min", "42 min". */
export function minutes(value) {
  if (!known(value)) return MISSING;
  const whole = Math.round(value);
  if (whole < 60) return t`${whole} min`;
  return t`${Math.floor(whole / 60)} h ${whole % 60} min`;
}

/** Minutes as "7:24", for small places. */
export function clockMinutes(value) {
  if (!known(value)) return MISSING;
  const whole = Math.round(value);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** A share of one as a whole percentage. */
export function share(value) {
  return known(value) ? `${Math.round(value * 100)} %` : MISSING;
}

/** A span of seconds, coarse: "12 s", "3 min", "2 h", "5 days". */
export function span(seconds) {
  if (!known(seconds)) return MISSING;
  const s = Math.max(0, seconds);
  if (s < 60) return t`${Math.round(s)} s`;
  if (s < 3600) return t`${Math.floor(s / 60)} min`;
  if (s < 86400) return t`${Math.floor(s / 3600)} h`;
  const days = Math.floor(s / 86400);
  return plural(days, 'day');
}

/** A snake-case or lower-case word of the interface as the start of a line. */
export function sentence(text) {
  const words = String(text).replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const dates = (options) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
const LONG = dates({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const SHORT = dates({ weekday: 'short', day: 'numeric', month: 'short' });
const MONTH = dates({ month: 'long', year: 'numeric' });
const MONTH_ONLY = dates({ month: 'long' });
const TIME = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });

const asDate = (text) => new Date(`${text}T00:00:00Z`);

/** "Friday, 20 November 2026" from a local day. */
export const longDate = (day) => LONG.format(asDate(day));
/** "Fri, 20 Nov" from a local day. */
export const shortDate = (day) => SHORT.format(asDate(day));
/** "November 2026" from "2026-11". */
export const monthName = (month) => MONTH.format(asDate(`${month}-01`));
/** "November" from "2026-11". */
export const monthWord = (month) => MONTH_ONLY.format(asDate(`${month}-01`));
/** The browser's own wall clock at an instant. */
export const wallClock = (seconds) => (known(seconds) ? TIME.format(new Date(seconds * 1000)) : MISSING);

/** The local day so many days later. */
export function addDays(day, count) {
  const date = asDate(day);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

/** Bytes as people say them. */
export function size(bytes) {
  if (bytes === null || bytes === undefined) return null;
  return bytes < 1e6 ? `${number(bytes / 1e3)} kB` : bytes < 1e9 ? `${number(bytes / 1e6)} MB` : `${number(bytes / 1e9, 1)} GB`;
}
