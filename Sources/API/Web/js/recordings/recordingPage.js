// One recording, with or without a night: whose and when, what is damaged, what it holds, and what can be changed.

import * as api from '../api.js';
import { channel as channelWord } from '../devices/words.js';
import { fill, h, icon } from '../dom.js';
import { number, plural, sentence, shortDate, size } from '../format.js';
import { ImportJob } from '../import/job.js';
import { stateWord } from '../import/jobCard.js';
import { locale, t } from '../language.js';
import { load, skeleton } from '../states.js';
import { cause } from '../words.js';
import { momentIn } from '../zoneTime.js';
import { isOwner } from './access.js';
import { assign, correct, remove } from './changes.js';
import { dates, length, nightsWord, shiftWord, stateTag, title } from './words.js';

const fact = (name, ...value) => h('div', null, h('dt', null, name), h('dd', null, value));
const section = (id, heading, ...body) => h('section', { class: 'card', 'aria-labelledby': id }, h('header', null, h('h2', { id }, heading)), body);

function head(recording) {
  return h('header', { class: 'page-head' }, h('div', null,
    h('p', { class: 'small muted' }, h('a', { href: '/recordings' }, t('Recordings')), ` · ${recording.name}`),
    h('h1', null, title(recording)),
    h('p', { class: 'night-line' }, h('strong', { class: 'num' }, dates(recording)),
      h('span', { class: 'muted' }, [length(recording), recording.wearer ? t`worn by ${recording.wearer}` : t('nobody said who wore it')].filter(Boolean).join(' · ')), stateTag(recording))));
}

function facts(recording) {
  const { kind, zone, shift_s: shift, bytes, format, samples, start_s: start, end_s: end, imported_s: imported, device, reason } = recording;
  return h('dl', { class: 'known-facts' },
    start !== null && fact(t('Begins'), momentIn(zone, start)), end !== null && fact(t('Ends'), momentIn(zone, end)), kind === 'live' && reason && fact(t('Why it ended'), reason),
    fact(t('Zone'), zone ?? t('Not known')), shiftWord(shift) && fact(t('Its clock was'), shiftWord(shift)),
    kind === 'live' ? fact(t('Recorded'), t('Live, by this machine')) : fact(t('File'), `${size(bytes)}, ${format}`), samples !== null && fact(t('Samples'), samples.toLocaleString(locale)),
    imported !== null && fact(t('Imported'), momentIn(undefined, imported)), device && fact(t('Recorder'), h('span', { class: 'num file-name' }, device)));
}

function nights({ nights: days = [], device, state, edited_nights: edits }) {
  const link = (day) => h('li', null, h('a', { class: 'tag link-tag', href: `/nights/${day}?device=${encodeURIComponent(device)}` }, icon('moon'), `${shortDate(day)} ${day.slice(0, 4)}`));
  if (state === 'deleted') return section('nights-title', t('Nights'), h('p', { class: 'muted' }, t('They come back with the recording.')));
  return section('nights-title', days.length ? plural(days.length, 'night') : t('No whole night'),
    days.length
      ? h('ul', { class: 'night-links' }, days.map(link))
      : h('p', { class: 'muted' }, t('It holds no whole night: a night goes from noon to noon and needs sleep in it. What was recorded is kept all the same and can be exported.')),
    edits > 0 && h('p', { class: 'muted small' }, t`People said when the sleep of ${plural(edits, 'night')} was.`));
}

const amount = ({ count, unit }) => (unit === 'seconds' && count >= 120 ? t`${number(count / 60)} min` : `${number(count)} ${unit ?? ''}`);

function damage({ losses, zone }) {
  return section('damage-title', t('Damage, losses and doubts'),
    losses.length === 0
      ? h('p', { class: 'muted' }, t('Nothing is missing, damaged or in doubt.'))
      : h('div', { class: 'scroll-x', tabindex: '0', role: 'region', 'aria-labelledby': 'damage-title' },
        h('table', { id: 'damage' }, h('thead', null, h('tr', null, [t('What'), t('How much'), t('From'), t('Detail')].map((name) => h('th', { scope: 'col' }, name)))),
          h('tbody', null, losses.map((loss) => h('tr', null,
            h('td', null, cause(loss.cause), loss.channel && h('span', { class: 'muted small' }, ` ${channelWord(loss.channel)}`)), h('td', { class: 'num' }, amount(loss)),
            h('td', { class: 'num' }, Number.isFinite(loss.first_s) ? momentIn(zone, loss.first_s) : t('not known')), h('td', null, loss.detail ?? '')))))));
}

function contents({ channels, metadata }) {
  const rows = Object.entries(metadata ?? {});
  return section('channels-title', t('What the file holds'),
    channels.length ? h('ul', { class: 'night-links' }, channels.map((name) => h('li', { class: 'tag' }, channelWord(name)))) : h('p', { class: 'muted' }, t('No channel could be read.')),
    rows.length > 0 && h('details', { class: 'table-alternative' }, h('summary', null, t`What it says of itself, ${plural(rows.length, 'entry', 'entries')}`),
      h('div', { class: 'scroll-x', tabindex: '0', role: 'region', 'aria-label': t('What it says of itself') },
        h('table', null, h('tbody', null, rows.map(([name, value]) => h('tr', null, h('th', { scope: 'row' }, sentence(name)), h('td', { class: 'file-name' }, value))))))));
}

/** Who was said to have worn the recorder while it recorded, where it changed hands. */
function hands(wearings, { start_s: start, end_s: end, zone }) {
  const during = wearings.filter((one) => one.start_s < end && (one.end_s ?? Infinity) > start);
  if (during.length < 2) return null;
  return h('ul', { class: 'small' }, during.map(({ wearer, start_s: from, end_s: to }) => h('li', null,
    t`${wearer.name ?? t('Somebody who was taken out')}: ${from <= start ? t('from the start') : momentIn(zone, from)} to ${to === null || to >= end ? t('the end') : momentIn(zone, to)}`)));
}

export async function mount(context) {
  const { root, feed, signal, params, navigate, setTitle, announce } = context;
  const path = `/recordings/${params.id}`;
  const said = h('div', { role: 'status' });
  const trouble = h('div', { role: 'alert' });
  let recording = null;
  let running = null;

  // The way back is the same request with what held before.
  async function follow(begun, undo) {
    const bar = h('span', { class: 'bar-fill' });
    const word = h('span');
    running = ImportJob.follow(begun, feed);
    const show = () => {
      bar.style.width = `${Math.round(running.fraction * 100)}%`;
      word.textContent = t`Reading it anew: ${stateWord(running.state).toLowerCase()}, ${Math.round(running.fraction * 100)} %`;
    };
    fill(said, h('div', { class: 'card job', id: 'correcting' }, word, h('span', { class: 'bar', 'aria-hidden': 'true' }, bar),
      h('button', { class: 'button', type: 'button', onclick: () => running.cancel() }, icon('close'), t('Cancel'))));
    await new Promise((done) => {
      const look = () => { show(); if (running.isFinal) done(); };
      running.addEventListener('change', look);
      look();
    });
    if (signal.aborted) return;
    const { state, message } = running;
    running = null;
    if (state === 'complete' || state === 'duplicate') {
      await draw(() => [...root.childNodes]);
      fill(said, h('p', { class: 'card changed', id: 'corrected' }, icon('check'), h('span', null, t`Corrected. ${nightsWord(recording)} now.`),
        undo && h('button', { class: 'button', type: 'button', onclick: () => back(undo) }, icon('reset'), t('Undo'))));
      announce(t('The recording is corrected'));
    } else {
      fill(said, h('p', { class: `card outcome ${state === 'failed' ? 'bad' : ''}` }, icon(state === 'failed' ? 'alert' : 'close'),
        h('span', null, state === 'failed' ? message : t('Cancelled. Everything is as it was.'))));
    }
  }

  const trying = (work) => async (event) => {
    const button = event.target.closest('button');
    fill(trouble);
    try {
      button.disabled = true;
      await work();
    } catch (error) {
      if (!signal.aborted) fill(trouble, h('p', { class: 'card outcome bad' }, icon('alert'), h('span', null, error.detail ?? t('That did not work. Try again.'))));
    } finally {
      button.disabled = false;
    }
  };

  const before = () => ({ zone: recording.zone ?? undefined, shift_s: recording.shift_s ?? 0 });
  async function back(was) {
    fill(said);
    follow(await api.change(`${path}/zone`, 'POST', was), null);
  }
  const act = {
    assign: trying(async () => {
      const { wearers } = await api.get('/wearers', signal);
      if (!await assign(recording, wearers)) return;
      await draw(() => [...root.childNodes]);
      announce(recording.wearer ? t`Worn by ${recording.wearer}` : t('Worn by nobody'));
    }),
    correct: trying(async () => {
      const was = before();
      const begun = await correct(recording);
      if (begun) follow(begun, was);
    }),
    remove: trying(async () => {
      if (await remove(recording)) navigate(`/recordings?deleted=${recording.id}`);
    }),
    restore: trying(async () => {
      await api.change(`${path}/restore`, 'POST');
      await draw(() => [...root.childNodes]);
      announce(t('The recording is back'));
    }),
  };

  function actions(owner) {
    const button = (id, symbol, label, kind = '') => h('button', { class: `button ${kind}`, type: 'button', id: `${id}-recording`, onclick: act[id] }, icon(symbol), label);
    const isLive = recording.kind === 'live';
    const from = isLive ? `/night-recordings/${recording.night_recording}` : path;
    const file = (format, label) => h('a', { class: 'button', id: `export-${format}`, href: `/api/v1${from}/export?format=${format}`, download: true }, icon('download'), label);
    if (recording.state === 'deleted') {
      return h('div', { class: 'card changed' }, icon('trash'), h('span', null, t`Deleted. It can be taken back until ${momentIn(undefined, recording.restorable_until_s)}.`), button('restore', 'reset', t('Take back')));
    }
    if (recording.state !== 'complete' && !isLive) {
      return h('p', { class: 'card outcome bad' }, icon('alert'), h('span', null, recording.reason ?? t('This recording is not whole.')));
    }
    return [
      h('div', { class: 'recording-acts' },
        owner && recording.device && recording.start_s !== null && button('assign', 'plus', recording.wearer ? t('Somebody else wore it') : t('Who wore it?'), recording.wearer ? '' : 'primary'),
        !isLive && button('correct', 'clock', t('Correct zone or clock')), file('csv', 'CSV'), file('edf', 'EDF+'), !isLive && button('remove', 'trash', t('Delete'))),
      !owner && h('p', { class: 'muted small' }, t('Who wore a recorder is said by an owner of this box.'))];
  }

  async function work() {
    const [one, owner] = await Promise.all([api.get(path, signal), isOwner(signal)]);
    recording = one;
    const wearings = one.device && one.start_s !== null
      ? (await api.get(`/devices/${encodeURIComponent(one.device)}/wearers`, signal).catch(() => null))?.wearings ?? [] : [];
    setTitle(title(one));
    return h('div', { class: 'page recording-page', data: { recording: one.id, state: one.state } },
      head(one), said, trouble, actions(owner),
      section('facts-title', t('When and what'), facts(one), hands(wearings, one)),
      nights(one), damage(one), one.kind !== 'live' && contents(one));
  }

  const draw = (waiting) => load(root, signal, waiting, work);
  await draw(() => skeleton(t('Loading the recording'), 5, 7, 5, 8));
  feed.addEventListener('nights', () => {
    if (recording && !running && !document.querySelector('dialog')) draw(() => [...root.childNodes]);
  }, { signal });
  signal.addEventListener('abort', () => { running = null; });
}
