// What only a recorder on a cable has: its clock, the recording on it, taking that over, and setting up the next one.

import { h, icon, setText } from '../dom.js';
import { number, size, span } from '../format.js';
import { locale, t } from '../language.js';
import { clearRecorder, setUpRecorder } from './recorderDialogs.js';

const BUSY = new Set(['reading', 'downloading', 'verifying', 'configuring', 'clearing']);
const STATE = {
  reading: t('Asking the recorder'), downloading: t('Taking over'), paused: t('Interrupted'), verifying: t('Checking'), complete: t('Taken over and checked'),
  configuring: t('Setting up'), clearing: t('Clearing'), failed: t('Failed'),
};

/** Part of a device's card with its own `update(recorder, now)`. */
export function recorderPart(id, { act, announce }) {
  let recorder = null;
  let device = null;
  let isAsked = false;
  const path = (verb) => `/devices/${encodeURIComponent(id)}/recorder${verb}`;
  const drift = h('dd');
  const held = h('dd');
  const next = h('dd');
  const fill = h('span', { class: 'bar-fill' });
  const bar = h('span', { class: 'bar', role: 'progressbar', 'aria-label': t('Taking over the recording'), 'aria-valuemin': '0', 'aria-valuemax': '100' }, fill);
  const text = h('p', { class: 'small muted num', role: 'status' });
  const button = (symbol, work, kind = '') => {
    const label = h('span');
    const element = h('button', { class: `button small-button ${kind}`, type: 'button', onclick: work }, icon(symbol), label);
    return { element, label };
  };
  const download = button('download', () => act(path('/download'), 'POST', null, t('The recording is taken over')), 'primary');
  const pause = button('close', () => act(path('/download'), 'DELETE', null, t('Stopped; it can be resumed')));
  const setUp = button('settings', () => setUpRecorder(device, recorder));
  const clear = button('trash', () => clearRecorder(device, recorder));
  setText(pause.label, t('Stop'));
  setText(setUp.label, t('Set up next recording'));
  setText(clear.label, t('Clear…'));
  const element = h('section', { class: 'recorder', 'aria-label': t('Recorder') },
    h('dl', { class: 'known-facts' },
      h('div', null, h('dt', null, t('Its clock')), drift), h('div', null, h('dt', null, t('On it')), held),
      h('div', null, h('dt', null, t('Next recording')), next)),
    bar, text, h('div', { class: 'known-actions' }, download.element, pause.element, setUp.element, clear.element));

  function update(given, owner) {
    recorder = given ?? { state: null };
    device = owner;
    const plugged = device.kind === 'recorder' && device.bus === 'usb' && device.near;
    element.hidden = !plugged;
    if (!plugged) {
      isAsked = false;
      return;
    }
    if (!isAsked && !given) act(path(''), 'GET', null, null);
    isAsked = true;
    const { state, clock_offset_s: offset, recording, download: progress } = recorder;
    const busy = BUSY.has(state);
    element.dataset.state = state ?? '';
    setText(drift, clockLine(offset));
    setText(held, recorder.next === undefined || recorder.next === null ? t('Not read yet') : recording ? [size(recording.bytes), recording.start_s && t`since ${day(recording.start_s)}`].filter(Boolean).join(t(', ')) : t('Nothing'));
    setText(next, nextLine(recorder.next));
    const fraction = progress?.total_bytes ? progress.bytes / progress.total_bytes : 0;
    bar.hidden = !progress || state === 'complete' || (!busy && fraction === 0);
    const percent = Math.round(fraction * 100);
    fill.style.width = `${percent}%`;
    bar.setAttribute('aria-valuenow', String(percent));
    setText(text, [STATE[state], progress && state !== 'complete' && (state === 'verifying' ? `${percent} %` : t`${percent} % of ${size(progress.total_bytes)}`),
      state === 'downloading' && progress?.seconds_left && t`${span(progress.seconds_left)} left`, recorder.message, ...(busy ? [] : recorder.remarks ?? [])].filter(Boolean).join(' · '));
    text.hidden = !text.textContent;
    text.classList.toggle('bad-text', state === 'failed');
    download.element.hidden = !recording || busy || recorder.downloaded === true;
    setText(download.label, fraction > 0 && fraction < 1 ? t('Resume') : t('Take over the recording'));
    pause.element.hidden = state !== 'downloading';
    setUp.element.disabled = clear.element.disabled = busy || !recorder.next;
    clear.element.hidden = !recording;
  }
  return { element, update };
}

/** "20 Nov, 22:00" in the browser's own zone. */
export const day = (seconds) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }).format(new Date(seconds * 1000));

function clockLine(offset) {
  if (offset === null || offset === undefined) return t('Not read yet');
  if (Math.abs(offset) < 1) return t('Right to the second');
  const word = offset > 0 ? t('ahead') : t('behind');
  return Math.abs(offset) < 120 ? `${t`${number(Math.abs(offset), 1)} s`} ${word}` : `${span(Math.abs(offset))} ${word}`;
}

function nextLine(next) {
  if (!next) return t('Not read yet');
  const rate = next.rate_hz ? `${next.rate_hz} Hz, ±${next.range_g} g` : null;
  const start = next.start === 'always' ? t('as soon as it is unplugged') : next.start === 'never' ? t('not set up') : next.start && t`from ${next.start.slice(0, 16).replace('T', ' ')}`;
  return [start, rate].filter(Boolean).join(t(', '));
}

