// Setting a recorder up for its next recording, and clearing it: both only when somebody says so in so many words.

import * as api from '../api.js';
import { h, icon } from '../dom.js';
import { ask, field } from '../dialog.js';
import { size } from '../format.js';
import { t } from '../language.js';

const RATES = [12.5, 25, 50, 100, 200, 400, 800, 1600];
const RANGES = [2, 4, 8, 16];
const TURNS = [0, 125, 250, 500, 1000, 2000];
const path = (device, verb) => `/devices/${encodeURIComponent(device.id)}/recorder${verb}`;
const seconds = (input) => (input.value ? new Date(input.value).getTime() / 1000 : null);
// What shows that this very recorder is meant.
const number = (device, recorder) => String(recorder.number ?? device.serial ?? device.id);
const select = (name, values, chosen, unit) => h('select', { name },
  values.map((value) => h('option', { value, selected: value === chosen }, value === 0 ? t('Off') : `${unit === 'g' || unit === '°/s' ? '±' : ''}${value} ${unit}`)));

/** Asks for rate, range, start and stop of the next recording, and for what is to be remembered about it. */
export function setUpRecorder(device, recorder) {
  const rate = select('rate', RATES, recorder.next?.rate_hz ?? 100, 'Hz');
  const range = select('range', RANGES, recorder.next?.range_g ?? 8, 'g');
  const start = h('input', { type: 'datetime-local', name: 'start' });
  const stop = h('input', { type: 'datetime-local', name: 'stop' });
  const session = h('input', { type: 'text', name: 'session', inputmode: 'numeric', pattern: '[0-9]{1,9}', value: recorder.next?.session ?? '', maxlength: 9 });
  const turns = select('gyroscope', TURNS, 0, '°/s');
  const note = (name, attributes = {}) => h('input', { type: 'text', name, maxlength: 100, autocomplete: 'off', ...attributes });
  const notes = { subject: note('subject'), position: note('position', { placeholder: t('left wrist') }), study: note('study'), notes: note('notes') };
  const canTurn = device.model === 'AX6';
  const held = recorder.recording && !recorder.downloaded;
  return ask({
    title: t`Next recording of ${device.name}`, action: t('Set up'),
    check: () => !held && (!stop.value || !start.value || stop.value > start.value) && /^[0-9]{0,9}$/.test(session.value),
    body: [
      held && h('p', { class: 'outcome bad', role: 'alert' }, icon('alert'), h('span', null,
        t`There is a recording of ${size(recorder.recording.bytes)} on it that was not taken over yet. Take it over first, or clear it.`)),
      h('p', { class: 'muted' }, t('Sets its clock to that of this machine, too.')),
      h('div', { class: 'times' }, field(t('Rate'), rate, t('More needs more battery.')), field(t('Range'), range)),
      canTurn && field(t('Gyroscope'), turns, t('Needs more memory and battery.')),
      h('div', { class: 'times wide' }, field(t('Start'), start, t('Empty: as soon as it is unplugged.')), field(t('Stop'), stop, t('Empty: when it is plugged in.'))),
      field(t('Session number'), session, t('Up to nine digits, written into the file.')),
      h('div', { class: 'times wide' }, field(t('Who wears it'), notes.subject, t('A code is enough.')), field(t('Where'), notes.position)),
      h('div', { class: 'times wide' }, field(t('Study'), notes.study), field(t('Notes'), notes.notes, t('Written into the file, as all of these.'))),
    ],
    work: () => api.change(path(device, '/configure'), 'POST', {
      confirm: number(device, recorder), rate_hz: Number(rate.value), range_g: Number(range.value), start_s: seconds(start), stop_s: seconds(stop),
      session: session.value ? Number(session.value) : null, gyroscope_dps: canTurn ? Number(turns.value) : null,
      ...Object.fromEntries(Object.entries(notes).map(([name, input]) => [name, input.value.trim() || null])),
    }),
  });
}

/** Clears a recorder after its number was typed. */
export function clearRecorder(device, recorder) {
  const word = number(device, recorder);
  const typed = h('input', { type: 'text', name: 'confirm', autocomplete: 'off', spellcheck: 'false' });
  return ask({
    title: t`Clear ${device.name}?`, action: t('Clear for good'), danger: true,
    check: () => typed.value.trim() === word,
    body: [
      h('p', { class: `outcome ${recorder.downloaded ? '' : 'bad'}` }, icon('alert'), h('span', null, recorder.downloaded
        ? t('Its recording was taken over and checked. On the recorder it will be gone.')
        : t`Its recording of ${size(recorder.recording?.bytes) ?? t('unknown size')} was NOT taken over and would be lost for good.`)),
      field(t`Type ${word} to go on`, typed, t('The number on its back.')),
    ],
    work: () => api.change(path(device, '/clear'), 'POST', { confirm: typed.value.trim(), discard: !recorder.downloaded }),
  });
}
