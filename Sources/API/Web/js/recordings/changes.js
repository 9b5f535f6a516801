// What a person may change about a recording: who wore the recorder, its zone and clock, and whether it stays.

import * as api from '../api.js';
import { ask, field } from '../dialog.js';
import { fill, h } from '../dom.js';
import { plural, size } from '../format.js';
import { zoneSelect } from '../import/zones.js';
import { t } from '../language.js';
import { fromField, momentIn, offsetIn, toField } from '../zoneTime.js';
import { dates, title } from './words.js';

/** Who wore the recorder, from when to when: at first the whole recording. Resolves to whether it was said. */
export function assign(recording, wearers) {
  const { zone, start_s: start, end_s: end } = recording;
  const people = `people-${recording.id}`;
  const who = h('input', { type: 'text', name: 'wearer', list: people, maxlength: 60, autocomplete: 'off', autofocus: true, value: recording.wearer ?? '', placeholder: t('A name') });
  const times = [start, end + 60].map((time) => toField(zone, time));
  const moment = (name, value) => h('input', { type: 'datetime-local', name, value, required: true });
  const [from, to] = [moment('from', times[0]), moment('to', times[1])];
  const given = (input) => fromField(zone, input.value);
  return ask({
    title: t('Who wore it?'), action: t('Save'),
    check: () => given(from) !== null && given(to) !== null && given(from) < given(to),
    body: [
      field(t('Worn by'), who, t('A new name enters somebody new. Leave it empty when nobody wore it.')),
      h('datalist', { id: people }, wearers.map(({ name }) => h('option', { value: name }))),
      h('div', { class: 'times wide' }, field(t('From'), from), field(t('To'), to)),
      h('p', { class: 'muted small' }, t`Times in ${zone ?? t('your own zone')}. At first this is the whole recording; shorten it where the recorder changed hands. What was said of this time before is replaced.`)],
    work: () => api.change(`/devices/${encodeURIComponent(recording.device)}/wearers`, 'POST', {
      wearer: who.value.trim() || null, start_s: given(from), end_s: given(to),
    }),
  });
}

const UNITS = [['days', t('days'), 86400], ['hours', t('hours'), 3600], ['minutes', t('minutes'), 60], ['seconds', t('seconds'), 1]];

/** The zone and the clock of a recording, with what a change would do. Resolves to the import that runs, or null. */
export async function correct(recording) {
  const { zone, shift_s: before, start_s: start, nights = [], edited_nights: edits } = recording;
  const zones = zoneSelect();
  zones.id = 'correct-zone';
  if (zone) {
    if (![...zones.options].some((option) => option.value === zone)) zones.append(h('option', { value: zone }, zone));
    zones.value = zone;
  }
  let rest = Math.abs(before ?? 0);
  const amounts = UNITS.map(([name, word, seconds]) => {
    const count = seconds === 1 ? Math.round(rest * 1000) / 1000 : Math.floor(rest / seconds);
    rest -= count * seconds;
    const input = h('input', { type: 'number', name, min: 0, max: 50000, step: seconds === 1 ? 'any' : 1, value: count, inputmode: 'numeric' });
    return { seconds, input, element: h('label', null, h('span', { class: 'small muted' }, word), input) };
  });
  const direction = h('select', { name: 'direction', id: 'direction', 'aria-label': t('Behind or ahead') },
    h('option', { value: '1' }, t('behind: it showed too early a time')), h('option', { value: '-1', selected: (before ?? 0) < 0 }, t('ahead: it showed too late a time')));
  const preview = h('div', { class: 'preview', id: 'preview', role: 'status' });
  const shift = () => Number(direction.value) * amounts.reduce((sum, { seconds, input }) => sum + seconds * (Number(input.value) || 0), 0);
  const isOther = () => zones.value !== zone || shift() !== (before ?? 0);

  function look() {
    if (!isOther()) {
      fill(preview, h('p', { class: 'muted' }, t('Nothing is changed yet.')));
      return true;
    }
    // The clock on the wall stays with another zone; a corrected clock moves it.
    const wall = start + offsetIn(zone, start) + shift() - (before ?? 0);
    const moved = wall - offsetIn(zones.value, wall);
    fill(preview,
      h('p', null, h('strong', null, t('What changes'))),
      h('ul', null,
        start !== null && h('li', null, t`It begins ${momentIn(zones.value, moved)} in ${zones.value}, instead of ${momentIn(zone, start)} in ${zone ?? t('no zone')}.`),
        h('li', null, nights.length ? plural(nights.length, 'night is found anew and scored again.', 'nights are found anew and scored again.') : t('Nights are looked for anew.')),
        edits > 0 && h('li', null, t`What people said of ${plural(edits, 'night')} goes along with the clock on the wall.`),
        h('li', { class: 'muted' }, t('Until it is done everything stays as it is. Correcting it back undoes it.'))));
    return true;
  }
  zones.addEventListener('change', look);
  let running = null;
  look();
  const isDone = await ask({
    title: t('Correct zone or clock'), action: t('Correct'),
    check: () => look() && isOther() && Math.abs(shift()) <= 4e9,
    body: [
      field(t('Time zone of its clock'), zones, t('Most recorders write wall-clock time without a zone.')),
      h('fieldset', { class: 'field' }, h('legend', null, t('Its clock was')), h('div', { class: 'amounts' }, amounts.map(({ element }) => element)), direction),
      preview],
    work: async () => {
      running = await api.change(`/recordings/${recording.id}/zone`, 'POST', { zone: zones.value, shift_s: shift() });
    },
  });
  return isDone ? running : null;
}

/** Deletes a recording after a look at what goes with it. Resolves to whether it was. */
export function remove(recording) {
  const { nights = [], edited_nights: edits, bytes } = recording;
  return ask({
    title: t('Delete this recording?'), action: t('Delete it'), danger: true,
    body: [
      h('p', null, h('strong', null, title(recording)), ` · ${dates(recording)}`),
      h('div', { class: 'preview' }, h('p', null, h('strong', null, t('What goes with it'))),
        h('ul', null,
          h('li', null, nights.length ? plural(nights.length, 'night with its scores', 'nights with their scores') : t('No night hangs on it')),
          edits > 0 && h('li', null, t`What people said of ${plural(edits, 'night')}`),
          h('li', null, t`The file ${recording.name}, ${size(bytes)}`))),
      h('p', { class: 'muted small' }, t('For a day it can be taken back, on the page Recordings. Then it is gone for good.'))],
    work: () => api.change(`/recordings/${recording.id}`, 'DELETE'),
  });
}
