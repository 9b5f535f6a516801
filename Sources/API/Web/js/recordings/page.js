// Recordings: each file that came in, as a thing with an owner, a time and nights; what was deleted can be taken back here.

import * as api from '../api.js';
import { fill, h, icon } from '../dom.js';
import { plural, size } from '../format.js';
import { t } from '../language.js';
import { empty, load, skeleton } from '../states.js';
import { dayIn, momentIn } from '../zoneTime.js';
import { damageTag, dates, length, nightsWord, stateTag, title } from './words.js';

function card(recording) {
  const { id, kind, name, device_name: recorder, wearer, zone, bytes, reason } = recording;
  return h('li', null, h('a', { class: 'card recording-row', href: `/recordings/${id}`, data: { recording: id } },
    h('span', { class: 'kind-icon' }, icon(kind === 'live' ? 'heart' : recorder ? 'recorder' : 'file')),
    h('span', { class: 'recording-what' }, h('strong', null, title(recording)),
      h('span', { class: 'small muted file-name' }, (recorder || kind === 'live') && name, kind !== 'live' && `${recorder ? ' · ' : ''}${size(bytes)}`)),
    h('span', { class: 'recording-when' }, h('span', { class: 'num' }, dates(recording)),
      h('span', { class: 'small muted' }, [length(recording), zone].filter(Boolean).join(' · '))),
    h('span', { class: 'recording-whose' }, h('span', null, wearer ?? t('Nobody said who wore it')),
      h('span', { class: 'small muted' }, nightsWord(recording))),
    h('span', { class: 'recording-tags' }, stateTag(recording), damageTag(recording)),
    icon('right'),
    recording.state === 'failed' && reason && h('span', { class: 'small muted recording-reason' }, reason)));
}

/** The deleted ones with what takes each back. */
function bin(deleted, restore) {
  return h('section', { class: 'card', id: 'bin', 'aria-labelledby': 'bin-title' },
    h('header', null, h('h2', { id: 'bin-title' }, t('Recently deleted')), h('span', { class: 'muted small' }, t('Gone for good after a day'))),
    h('ul', { class: 'bin' }, deleted.map((recording) => h('li', { data: { recording: recording.id } },
      h('span', { class: 'recording-what' }, h('strong', null, title(recording)),
        h('span', { class: 'small muted' }, t`${dates(recording)} · can be taken back until ${momentIn(undefined, recording.restorable_until_s)}`)),
      h('button', { class: 'button', type: 'button', 'aria-label': t`Take ${title(recording)} back`, onclick: (event) => restore(recording, event.target.closest('button')) }, icon('reset'), t('Take back'))))));
}

function filters(all, chosen, change) {
  const people = [...new Set(all.map(({ wearer }) => wearer).filter(Boolean))].sort();
  const recorders = [...new Map(all.filter(({ device }) => device).map((one) => [one.device, title(one)]))].sort((a, b) => a[1].localeCompare(b[1]));
  const select = (id, label, first, options, value) => h('label', { class: 'picker' }, h('span', { class: 'small muted' }, label),
    h('select', { id, onchange: (event) => change(id, event.target.value) }, h('option', { value: '' }, first),
      options.map(([key, word]) => h('option', { value: key, selected: key === value }, word))));
  const hasNobody = people.length > 0 && all.some(({ wearer }) => !wearer);
  const parts = [
    people.length > 0 && select('wearer', t('Worn by'), t('Anybody'), [...people.map((name) => [name, name]), ...(hasNobody ? [['?', t('Nobody said')]] : [])], chosen.wearer),
    recorders.length > 1 && select('recorder', t('Recorder'), t('All'), recorders, chosen.recorder),
  ].filter(Boolean);
  return parts.length ? h('div', { class: 'filters', role: 'group', 'aria-label': t('Show only') }, parts) : null;
}

/** What was chosen in the address: a person by name or by number, and a recorder. */
async function choice(query, signal) {
  const number = query.get('person');
  let wearer = query.get('wearer') ?? '';
  if (!wearer && number) {
    const { wearers } = await api.get('/wearers', signal);
    wearer = wearers.find(({ id }) => String(id) === number)?.name ?? '';
  }
  return { wearer, recorder: query.get('recorder') ?? query.get('device') ?? '' };
}

const fits = ({ wearer, recorder }) => (one) => (!recorder || one.device === recorder)
  && (!wearer || (wearer === '?' ? !one.wearer : one.wearer === wearer));

function summary(recordings) {
  const nights = recordings.reduce((sum, { nights: list }) => sum + (list?.length ?? 0), 0);
  const starts = recordings.filter(({ start_s: start }) => start !== null).sort((a, b) => a.start_s - b.start_s);
  const since = starts.length ? t`, the oldest of ${dayIn(starts[0].zone, starts[0].start_s)}` : '';
  return t`${plural(recordings.length, 'recording')} with ${plural(nights, 'night')}${since}`;
}

export async function mount({ root, feed, signal, query, announce, navigate }) {
  const trouble = h('div', { role: 'alert' });
  const said = h('div', { role: 'status' });
  const fresh = query.get('deleted');

  async function restore(recording, button) {
    button.disabled = true;
    fill(trouble);
    try {
      await api.change(`/recordings/${recording.id}/restore`, 'POST');
      announce(t`${title(recording)} is back`);
      navigate(`/recordings/${recording.id}`);
    } catch (error) {
      button.disabled = false;
      fill(trouble, h('p', { class: 'card outcome bad' }, icon('alert'), h('span', null, error.detail ?? t('That did not work. Try again.'))));
    }
  }

  function change(name, value) {
    const next = new URLSearchParams(location.search);
    for (const gone of ['deleted', name, name === 'wearer' ? 'person' : 'device']) next.delete(gone);
    if (value) next.set(name, value);
    navigate(`/recordings${next.size ? `?${next}` : ''}`, { replace: true });
  }

  async function work() {
    const [{ recordings }, chosen] = await Promise.all([api.get('/recordings', signal), choice(query, signal)]);
    const all = recordings.filter(({ state }) => state !== 'deleted');
    const deleted = recordings.filter(({ state }) => state === 'deleted');
    const shown = all.filter(fits(chosen));
    const gone = deleted.find(({ id }) => String(id) === fresh);
    fill(said, gone && h('p', { class: 'card changed' }, icon('check'), h('span', null, t`${title(gone)} is deleted, with its nights and its file.`),
      h('button', { class: 'button', type: 'button', id: 'undo', onclick: (event) => restore(gone, event.target.closest('button')) }, icon('reset'), t('Undo'))));
    return h('div', { class: 'page recordings' },
      h('header', { class: 'page-head' }, h('div', null, h('h1', null, t('Recordings')), h('p', { class: 'muted' }, all.length ? summary(shown) : t('Files of recorders, with their nights'))),
        h('a', { class: 'button primary', href: '/import' }, icon('upload'), t('Import'))),
      trouble, said, filters(all, chosen, change),
      shown.length ? h('ol', { class: 'recording-list', 'aria-label': t('Recordings, newest import first') }, shown.map(card)) : nothing(all.length > 0),
      deleted.length > 0 && bin(deleted, restore));
  }
  const nothing = (isFiltered) => (isFiltered
    ? empty('recorder', t('No recording fits'), h('p', { class: 'muted' }, t('None is of this person and this recorder.')),
      h('div', { class: 'actions' }, h('button', { class: 'button', type: 'button', onclick: () => navigate('/recordings', { replace: true, carry: false }) }, t('Show all'))))
    : empty('recorder', t('No recordings yet'), h('p', { class: 'muted' }, t('A file that a recorder wrote appears here once it is imported, also one that holds no night.')),
      h('div', { class: 'actions' }, h('a', { class: 'button primary', href: '/import' }, icon('upload'), t('Import a recording')))));

  const draw = (waiting) => load(root, signal, waiting, work);
  await draw(() => skeleton(t('Loading recordings'), 3.5, 5, 5, 5));
  const again = () => { if (!document.querySelector('dialog')) draw(() => [...root.childNodes]); };
  feed.addEventListener('import', ({ detail }) => { if (['complete', 'failed'].includes(detail.state)) again(); }, { signal });
  feed.addEventListener('nights', again, { signal });
  feed.addEventListener('state', ({ detail }) => { if (detail === 'open' && root.querySelector('[data-state="error"]')) again(); }, { signal });
}
