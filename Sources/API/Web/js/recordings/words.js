// Recordings in words: what they are called, when they were, how they stand.

import { h, icon } from '../dom.js';
import { plural, span } from '../format.js';
import { t } from '../language.js';
import { dayIn } from '../zoneTime.js';

const STATES = {
  importing: [t('Being imported'), 'warn'], recording: [t('Being recorded'), 'bad'], complete: [t('Complete'), 'good'], failed: [t('Could not be read'), 'bad'],
  cancelled: [t('Cancelled'), ''], deleted: [t('Deleted'), ''],
};

/** What a recording is called: its recorder, or the file where that is not known. */
export const title = (recording) => recording.device_name?.trim() || recording.name;

/** "23 Jan to 5 Feb 1918", in the zone of the recording. */
export function dates({ start_s: start, end_s: end, zone }) {
  if (start === null) return t('Holds no time');
  const [first, last] = [dayIn(zone, start), dayIn(zone, end ?? start)];
  if (first === last) return first;
  // Day, month and year: what both share is said once.
  const [a, b] = [first.split(' '), last.split(' ')];
  const shared = a[2] !== b[2] ? 0 : a[1] !== b[1] ? 1 : 2;
  return t`${a.slice(0, 3 - shared).join(' ')} to ${last}`;
}

/** "13 days", of what the recording spans. */
export const length = ({ start_s: start, end_s: end }) => (start === null || end === null ? null : span(end - start));

/** The state as a tag; what is complete says nothing, as most are. */
export function stateTag({ state }) {
  if (state === 'complete') return null;
  const [word, tone] = STATES[state] ?? [state, ''];
  return h('span', { class: `tag ${tone}` }, word);
}

/** What is lost or in doubt, as a tag that a click explains. */
export const damageTag = ({ damages }) => (damages
  ? h('span', { class: 'tag warn' }, icon('alert'), plural(damages, 'loss or doubt', 'losses or doubts')) : null);

/** Nights in words. */
export const nightsWord = ({ nights }) => (nights?.length ? plural(nights.length, 'night') : t('No whole night'));

/** "7 hours ahead", "12 min 5 s behind" of what was told of a recorder's clock; null where it was right. */
export function shiftWord(seconds) {
  if (!seconds) return null;
  const size = Math.abs(seconds);
  const parts = [[Math.floor(size / 86400), t('d')], [Math.floor(size / 3600) % 24, t('h')], [Math.floor(size / 60) % 60, t('min')], [Math.round((size % 60) * 1000) / 1000, t('s')]];
  return `${parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`).join(' ')} ${seconds > 0 ? t('behind') : t('ahead')}`;
}
