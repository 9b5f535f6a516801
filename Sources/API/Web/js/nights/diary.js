// What the sleep diary says of a night, beside what was scored.

import { h } from '../dom.js';
import { plural } from '../format.js';

const TIMES = [['in_bed_s', 'in bed'], ['lights_out_s', 'lights out'], ['asleep_s', 'asleep'], ['awake_s', 'woke up'], ['got_up_s', 'got up']];

/** Which of the night's figures rest on the diary. */
function use(diary) {
  if (diary.is_sleep_period) return diary.is_lights_out ? 'Sleep period and lights-out are the diary’s.' : 'The sleep period is the diary’s.';
  const reason = diary.reason ? ` The sleep period is not: ${diary.reason}.` : '';
  return diary.is_lights_out ? `Lights-out is the diary’s.${reason}` : reason.trim();
}

/** A line with the diary of a night; nothing where there is none. */
export function diaryLine({ diary }, clock) {
  if (!diary) return null;
  const { entry } = diary;
  const said = TIMES.filter(([name]) => entry[name] !== null).map(([name, word]) => `${word} ${clock.time(entry[name])}`);
  if (entry.awakenings !== null) said.push(plural(entry.awakenings, 'awakening'));
  if (entry.quality !== null) said.push(`quality ${entry.quality} of 5`);
  said.push(...entry.naps.map((nap) => `nap ${clock.time(nap.start_s)} to ${clock.time(nap.end_s)}`));
  if (entry.text) said.push(`“${entry.text}”`);
  return h('p', { class: 'small muted', id: 'night-diary' }, `Diary: ${said.join(', ')}. ${use(diary)}`);
}
