// Words on screen for the words of the interface; an unknown word is shown as it is.

import { sentence } from './format.js';

/** Why a stream of a device is not recorded: its wearer refuses it, or an owner has switched it off; null where it is. */
export function refusal(device, stream) {
  if (device?.refused_streams?.includes(stream)) return 'Refused by the wearer';
  return device?.switched_off_streams?.includes(stream) ? 'Switched off on this device' : null;
}

export const LINK = { connecting: 'Connecting', streaming: 'Streaming', silent: 'Silent', gone: 'Gone' };
export const LINK_TONE = { connecting: 'warn', streaming: 'good', silent: 'warn', gone: 'bad' };
export const KIND = {
  synthetic: 'Simulated', replay: 'Replayed recording', strap: 'Chest strap', recorder: 'Recorder', wristband: 'Wristband',
  ring: 'Ring', oximeter: 'Oximeter', sensor: 'Sensor',
};
export const WEAR = { worn: 'Worn', not_worn: 'Not worn', unknown: 'Unknown' };
const LOAD_STATE = { underload: 'Underload', optimal: 'Optimal', overload: 'Overload' };

/** The word for a load; "still" where hysteresis holds it though the number by itself would be called otherwise. */
export const loadWord = (state, held) => {
  const word = LOAD_STATE[state] ?? sentence(state ?? '');
  return held && word ? `Still ${word.toLowerCase()}` : word;
};

const CAUSES = {
  gap: 'No samples',
  overflow: 'Queue was full',
  duplicate: 'Received twice',
  late: 'Came too late',
  clock_step: 'Clock jumped',
  damaged: 'Damaged data',
  checksum: 'Checksum does not fit',
  truncated: 'File cut short',
  disconnected: 'Link was down',
  gateway_down: 'Gateway was off',
  refused: 'Refused by the wearer',
  interrupted: 'Recorder restarted',
  device_overrun: 'Device overran',
  filled: 'Idle sleep, filled',
  no_contact: 'No skin contact',
  not_worn: 'Not worn',
};

/** Why data are missing. */
export const cause = (word) => CAUSES[word] ?? sentence(word ?? 'unknown');

const BEATS = {
  normal: 'Normal',
  missed: 'Missed beat',
  extra: 'Extra beat',
  ectopic: 'Ectopic beat',
  misaligned: 'Misplaced beat',
  after_gap: 'After a gap',
  implausible: 'Implausible',
};

/** What a beat is taken for. */
export const beat = (label) => BEATS[label] ?? sentence(label);

/** How far a number can be trusted: a word, a tone and an icon, never colour alone. */
export function trust(confidence) {
  if (confidence === null || confidence === undefined) return null;
  if (confidence >= 0.8) return { word: 'High', tone: 'good', icon: 'check' };
  if (confidence >= 0.5) return { word: 'Moderate', tone: 'warn', icon: 'info' };
  return { word: 'Low', tone: 'bad', icon: 'alert' };
}

/** A method as "angle-z 1"; accepts its name alone. */
export function method(value) {
  if (!value) return null;
  if (typeof value === 'string') return value;
  return value.version === undefined ? value.name : `${value.name}, version ${value.version}`;
}
