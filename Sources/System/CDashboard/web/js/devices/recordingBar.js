// The night's recording: start, stop and schedule.

import * as api from '../api.js';
import { fill, h, icon, setText } from '../dom.js';
import { ask, field, toggle } from '../dialog.js';
import { plural, wallClock } from '../format.js';
import { prose } from '../prose.js';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const clock = (seconds) => wallClock(seconds).slice(0, 5);

/** A bar with its own `update(surroundings, now, readiness)`. */
export function recordingBar(act) {
  let open = [];
  let plan = null;
  const light = h('span', { class: 'record-light', 'aria-hidden': 'true' }, icon('moon'));
  const title = h('h2');
  const text = h('p', { class: 'muted small num' });
  const warnings = h('ul', { class: 'reasons warnings', hidden: true });
  let warned = '[]';
  const begin = () => act('/night-recordings', 'POST', {}, 'The night is being recorded');
  const end = async () => {
    for (const { id } of open) await act(`/night-recordings/${id}/stop`, 'POST', null, 'The recording is stopped');
  };
  const start = h('button', { class: 'button primary', type: 'button', onclick: begin }, icon('record'), h('span', null, 'Start the night'));
  const stop = h('button', { class: 'button', type: 'button', onclick: end }, icon('stop'), h('span', null, 'Stop'));
  const times = h('button', { class: 'button', type: 'button', onclick: () => schedule(plan) }, icon('clock'), h('span', null, 'Schedule'));
  const element = h('section', { class: 'card recording', 'aria-label': 'Recording of the night' },
    light, h('div', { class: 'recording-text' }, title, text, warnings), h('div', { class: 'recording-actions' }, start, stop, times));

  function update({ recordings, schedules, known }, now, readiness) {
    open = recordings;
    plan = schedules.find(({ on }) => on) ?? schedules[0] ?? null;
    element.hidden = !known.length;
    const [first] = open;
    element.dataset.state = first ? 'recording' : 'idle';
    start.hidden = Boolean(first);
    stop.hidden = !first;
    // While a night is recorded, what threatens it is told by alerts.
    showWarnings(first ? [] : readiness?.warnings ?? []);
    const streaming = known.filter(({ link }) => link?.state === 'streaming').length;
    setText(title, first ? 'Recording this night' : 'Ready for the night');
    setText(text, first
      ? [`since ${clock(first.started_s)}`, lasting(now - first.started_s), `${plural(streaming, 'device')} streaming`,
        first.planned_end_s && `until ${clock(first.planned_end_s)}`].filter(Boolean).join(' · ')
      : [streaming ? `${plural(streaming, 'device')} streaming` : 'No device is streaming yet', planLine(plan)].filter(Boolean).join(' · '));
  }

  function showWarnings(list) {
    const now = JSON.stringify(list);
    if (now === warned) return;
    warned = now;
    warnings.hidden = !list.length;
    fill(warnings, list.map(({ message, next_step: next }) => h('li', null, icon('alert'), h('span', null, prose(message), ' ', next && prose(next)))));
  }
  return { element, update };
}

function lasting(seconds) {
  const minutes = Math.max(0, Math.floor(seconds / 60));
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function planLine(plan) {
  if (!plan?.on) return '';
  const days = plan.days?.length === 7 ? 'every night' : (plan.days ?? []).map((day) => DAYS[day - 1]).join(', ');
  return `${days} ${plan.from} to ${plan.to}${plan.trigger === 'wear' ? ', when worn' : ''}`;
}

function schedule(plan) {
  const from = h('input', { type: 'time', name: 'from', value: plan?.from ?? '22:00', required: true });
  const to = h('input', { type: 'time', name: 'to', value: plan?.to ?? '07:30', required: true });
  const days = DAYS.map((word, index) => {
    const input = h('input', { type: 'checkbox', name: word, checked: plan?.days?.includes(index + 1) ?? true });
    return { index, input, element: h('label', { class: 'chip' }, input, h('span', null, word)) };
  });
  const worn = toggle('Only while a device is worn', { on: plan?.trigger === 'wear', note: 'Begins when it is put on and ends when it is taken off. Needs a device that feels the skin.' });
  const nightly = toggle('Record nights by themselves', { on: plan?.on ?? true, note: 'Also after a restart of this machine.', changed: show });
  const rest = h('div', { class: 'dialog-part' },
    h('div', { class: 'times' }, field('From', from), field('To', to)),
    h('fieldset', { class: 'field chips' }, h('legend', null, 'Nights that begin on'), days.map(({ element }) => element)), worn.element);
  function show() { rest.hidden = !nightly.input.checked; }
  show();
  return ask({
    title: 'Schedule', action: 'Save',
    check: () => !nightly.input.checked || (from.value && to.value && days.some(({ input }) => input.checked)),
    body: [nightly.element, rest],
    work: () => api.change(plan ? `/night-schedules/${plan.id}` : '/night-schedules', plan ? 'PUT' : 'POST', {
      on: nightly.input.checked, from: from.value, to: to.value, trigger: worn.input.checked ? 'wear' : 'clock',
      days: days.filter(({ input }) => input.checked).map(({ index }) => index + 1),
    }),
  });
}
