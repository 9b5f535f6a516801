// Words on screen for the words of the interface; an unknown word is shown as it is.

import { sentence } from './format.js';
import { t } from './language.js';

/** Why a stream of a device is not recorded: its wearer refuses it, or an owner has switched it off; null where it is. */
export function refusal(device, stream) {
  if (device?.refused_streams?.includes(stream)) return t('Refused by the wearer');
  return device?.switched_off_streams?.includes(stream) ? t('Switched off on this device') : null;
}

export const LINK = { connecting: t('Connecting'), streaming: t('Streaming'), silent: t('Silent'), gone: t('Gone') };
export const LINK_TONE = { connecting: 'warn', streaming: 'good', silent: 'warn', gone: 'bad' };
export const KIND = {
  synthetic: t('Simulated'), replay: t('Replayed recording'), strap: t('Chest strap'), recorder: t('Recorder'), wristband: t('Wristband'),
  ring: t('Ring'), oximeter: t('Oximeter'), sensor: t('Sensor'),
};
export const WEAR = { worn: t('Worn'), not_worn: t('Not worn'), unknown: t('Unknown') };
const LOAD_STATE = { underload: t('Underload'), optimal: t('Optimal'), overload: t('Overload') };

/** The word for a load; "still" where hysteresis holds it though the number by itself would be called otherwise. */
export const loadWord = (state, held) => {
  const word = LOAD_STATE[state] ?? sentence(state ?? '');
  return held && word ? t`Still ${word.toLowerCase()}` : word;
};

const CAUSES = {
  gap: t('No samples'),
  overflow: t('Queue was full'),
  duplicate: t('Received twice'),
  late: t('Came too late'),
  clock_step: t('Clock jumped'),
  damaged: t('Damaged data'),
  checksum: t('Checksum does not fit'),
  truncated: t('File cut short'),
  disconnected: t('Link was down'),
  gateway_down: t('Gateway was off'),
  refused: t('Refused by the wearer'),
  interrupted: t('Recorder restarted'),
  device_overrun: t('Device overran'),
  filled: t('Idle sleep, filled'),
  no_contact: t('No skin contact'),
  not_worn: t('Not worn'),
};

/** Why data are missing. */
export const cause = (word) => CAUSES[word] ?? sentence(word ?? 'unknown');

const BEATS = {
  normal: t('Normal'),
  missed: t('Missed beat'),
  extra: t('Extra beat'),
  ectopic: t('Ectopic beat'),
  misaligned: t('Misplaced beat'),
  after_gap: t('After a gap'),
  implausible: t('Implausible'),
};

/** What a beat is taken for. */
export const beat = (label) => BEATS[label] ?? sentence(label);

/** How far a number can be trusted: a word, a tone and an icon, never colour alone. */
export function trust(confidence) {
  if (confidence === null || confidence === undefined) return null;
  if (confidence >= 0.8) return { word: t('High'), tone: 'good', icon: 'check' };
  if (confidence >= 0.5) return { word: t('Moderate'), tone: 'warn', icon: 'info' };
  return { word: t('Low'), tone: 'bad', icon: 'alert' };
}

/** A method as "angle-z 1"; accepts its name alone. */
export function method(value) {
  if (!value) return null;
  if (typeof value === 'string') return value;
  return value.version === undefined ? value.name : t`${value.name}, version ${value.version}`;
}
