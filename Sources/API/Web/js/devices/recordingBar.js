// The night's recording: start, stop and schedule.

import * as api from '../api.js';
import { ask } from '../dialog.js';
import { fill, h, icon, setText } from '../dom.js';
import { plural, wallClock } from '../format.js';
import { t } from '../language.js';
import { prose } from '../prose.js';
import { askSchedules, planLine } from './schedules.js';

const clock = (seconds) => wallClock(seconds).slice(0, 5);

/** A bar with its own `update(surroundings, now, readiness)`. */
export function recordingBar(act) {
  let open = [];
  let plans = [];
  const light = h('span', { class: 'record-light', 'aria-hidden': 'true' }, icon('moon'));
  const title = h('h2');
  const text = h('p', { class: 'muted small num' });
  const kept = h('p', { class: 'outcome small', id: 'night-kept', role: 'status', hidden: true });
  const others = h('p', { class: 'muted small', hidden: true });
  const warnings = h('ul', { class: 'reasons warnings', hidden: true });
  let warned = '[]';
  const begin = () => act('/night-recordings', 'POST', {}, t('The night is being recorded'));
  // A night that ends by a slip of the finger cannot be taken up again: it is asked first, and told what was kept.
  const end = async () => {
    const nights = [...open];
    const first = Math.min(...nights.map(({ started_s: started }) => started));
    const isDone = await ask({
      title: t('Stop recording this night?'), action: t('Stop the night'), danger: true,
      body: h('p', null, t`It goes on since ${clock(first)}. What was recorded until now is kept and scored; what comes after is no part of this night.`),
      work: async () => { for (const { id } of nights) await api.change(`/night-recordings/${id}/stop`, 'POST'); },
    });
    if (!isDone) return;
    const names = [...new Set(nights.flatMap(({ devices }) => devices ?? []))].length;
    const told = t`Stopped. Kept: ${clock(first)} to ${clock(Date.now() / 1000)}, ${plural(names, 'device')}.`;
    fill(kept, icon('check'), h('span', null, t`${told} The night appears under Nights once it is scored.`));
    kept.hidden = false;
  };
  const start = h('button', { class: 'button primary', type: 'button', onclick: begin }, icon('record'), h('span', null, t('Start the night')));
  const stop = h('button', { class: 'button', type: 'button', onclick: end }, icon('stop'), h('span', null, t('Stop')));
  const times = h('button', { class: 'button', type: 'button', onclick: () => askSchedules(plans) }, icon('clock'), h('span', null, t('Schedule')));
  const element = h('section', { class: 'card recording', 'aria-label': t('Recording of the night') },
    light, h('div', { class: 'recording-text' }, title, text, kept, others, warnings), h('div', { class: 'recording-actions' }, start, stop, times));

  function update({ recordings, schedules, known }, now, readiness) {
    open = recordings;
    plans = schedules;
    element.hidden = !known.length;
    const [first] = open;
    element.dataset.state = first ? 'recording' : 'idle';
    if (first) kept.hidden = true;
    start.hidden = Boolean(first);
    stop.hidden = !first;
    // While a night is recorded, what threatens it is told by alerts.
    showWarnings(first ? [] : readiness?.warnings ?? []);
    const left = open.flatMap(({ not_joined: ids }) => ids ?? []).map((id) => known.find(({ device }) => device === id)?.name ?? id);
    others.hidden = !left.length;
    setText(others, left.length ? t`Not a part of it, as its devices were chosen one by one: ${left.join(t(', '))}.` : '');
    const streaming = known.filter(({ link }) => link?.state === 'streaming').length;
    setText(title, first ? t('Recording this night') : t('Ready for the night'));
    setText(text, first
      ? [t`since ${clock(first.started_s)}`, lasting(now - first.started_s), t`${plural(streaming, 'device')} streaming`,
        first.planned_end_s && t`until ${clock(first.planned_end_s)}`].filter(Boolean).join(' · ')
      : [streaming ? t`${plural(streaming, 'device')} streaming` : t('No device is streaming yet'), ...plans.map(planLine)].filter(Boolean).join(' · '));
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
  return minutes < 60 ? t`${minutes} min` : t`${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
