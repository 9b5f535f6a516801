// Wall clock of any zone from the browser's own tables, for what has no night and so no offsets of the gateway.

import { locale } from './language.js';

const formats = new Map();

function format(zone, options, place = locale) {
  const key = `${zone} ${place} ${Object.keys(options)} ${Object.values(options)}`;
  if (!formats.has(key)) {
    try {
      formats.set(key, new Intl.DateTimeFormat(place, { timeZone: zone ?? undefined, ...options }));
    } catch {
      // A zone that this browser does not know.
      formats.set(key, new Intl.DateTimeFormat(place, { timeZone: 'UTC', ...options }));
    }
  }
  return formats.get(key);
}

const NUMBERS = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' };

function parts(seconds, zone) {
  const found = {};
  for (const { type, value } of format(zone, NUMBERS, 'en-GB').formatToParts(new Date(seconds * 1000))) found[type] = value;
  return found;
}

/** "23 Jan 1918" of an instant in a zone. */
export const dayIn = (zone, seconds) => format(zone, { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(seconds * 1000));

/** "23 Jan 1918, 14:58" of an instant in a zone. */
export const momentIn = (zone, seconds) =>
  format(zone, { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(seconds * 1000));

/** Seconds to add to UTC in a zone at an instant. */
export function offsetIn(zone, seconds) {
  const { year, month, day, hour, minute, second } = parts(seconds, zone);
  return Date.parse(`${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}Z`) / 1000 - Math.floor(seconds);
}

/** The value of a `datetime-local` field for an instant in a zone. */
export function toField(zone, seconds) {
  const { year, month, day, hour, minute } = parts(seconds, zone);
  return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}`;
}

/** The instant that a `datetime-local` field names in a zone; null where it names none. */
export function fromField(zone, value) {
  const local = Date.parse(`${value}Z`) / 1000;
  if (!Number.isFinite(local)) return null;
  // Twice, as the first guess may lie on the other side of a change of the clocks.
  const guess = local - offsetIn(zone, local);
  return local - offsetIn(zone, guess);
}
