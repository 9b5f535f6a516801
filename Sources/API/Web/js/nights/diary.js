// What the sleep diary says of a night, beside what was scored.

import { h } from '../dom.js';
import { plural } from '../format.js';
import { t } from '../language.js';

const TIMES = [['in_bed_s', t('in bed')], ['lights_out_s', t('lights out')], ['asleep_s', t('asleep')], ['awake_s', t('woke up')], ['got_up_s', t('got up')]];

/** Which of the night's figures rest on the diary. */
function use(diary) {
  if (diary.is_sleep_period) return diary.is_lights_out ? t('Sleep period and lights-out are the diary’s.') : t('The sleep period is the diary’s.');
  const reason = diary.reason ? t` The sleep period is not: ${diary.reason}.` : '';
  return diary.is_lights_out ? t`Lights-out is the diary’s.${reason}` : reason.trim();
}

/** A line with the diary of a night; nothing where there is none. */
export function diaryLine({ diary }, clock) {
  if (!diary) return null;
  const { entry } = diary;
  const said = TIMES.filter(([name]) => entry[name] !== null).map(([name, word]) => `${word} ${clock.time(entry[name])}`);
  if (entry.awakenings !== null) said.push(plural(entry.awakenings, 'awakening'));
  if (entry.quality !== null) said.push(t`quality ${entry.quality} of 5`);
  said.push(...entry.naps.map((nap) => t`nap ${clock.time(nap.start_s)} to ${clock.time(nap.end_s)}`));
  if (entry.text) said.push(`“${entry.text}”`);
  return h('p', { class: 'small muted', id: 'night-diary' }, t`Diary: ${said.join(t(', '))}. ${use(diary)}`);
}
