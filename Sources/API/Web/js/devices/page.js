// Devices: those that are used, those that are near, and the night that they record.

import * as api from '../api.js';
import { fill, h, icon, setText } from '../dom.js';
import { t } from '../language.js';
import { failure, skeleton } from '../states.js';
import { busNotices } from './buses.js';
import { adopt } from './changes.js';
import { firstPairing } from './firstPairing.js';
import { foundList } from './foundList.js';
import { knownCard } from './knownCard.js';
import { recordingBar } from './recordingBar.js';
import { BUS } from './words.js';

const LOOK_MS = 60_000;

export function mount({ root, feed, surroundings, navigate, signal, announce, markSynthetic }) {
  const body = h('div', { class: 'page' });
  const listening = h('p', { class: 'muted small listening', role: 'status' });
  const trouble = h('div', { role: 'alert' });
  fill(root, h('div', { class: 'page devices-page' },
    h('header', { class: 'page-head' }, h('div', null, h('h1', null, t('Devices')), listening),
      h('a', { class: 'button', href: '/consent' }, t('What is recorded of you'))), trouble, body));
  let view = null;
  let readiness = null;

  // Runs a change and shows what went wrong; the gateway's events show what went right.
  async function act(path, method, content, done) {
    fill(trouble);
    try {
      await api.change(path, method, content);
      if (done) announce(done);
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      fill(trouble, h('p', { class: 'card outcome bad' }, icon('alert'), h('span', null, error.detail ?? t('That did not work. Try again.')),
        h('button', { class: 'button quiet round', type: 'button', 'aria-label': t('Close'), onclick: () => fill(trouble) }, icon('close'))));
      render();
      return false;
    }
  }

  // The profiles, or none where they cannot be had: a device can be renamed without them.
  const profiles = async () => (await api.deviceProfiles(signal).catch(() => null))?.profiles ?? [];

  async function use(found) {
    try {
      const { profiles: known } = await api.deviceProfiles(signal);
      await adopt(found, { profiles: known, wearers: surroundings.wearers, announce });
    } catch (error) {
      if (!signal.aborted) fill(trouble, failure(error, () => { fill(trouble); use(found); }));
    }
  }

  async function bring(found) {
    if (await act(`/devices/${encodeURIComponent(found.id)}/import`, 'POST', null, t('The recordings are imported'))) navigate('/import');
  }

  function build() {
    const parts = { bar: recordingBar(act), buses: busNotices(announce), found: foundList(use, bring), empty: firstPairing() };
    const list = h('ul', { class: 'known-list', 'aria-label': t('Your devices') });
    const known = h('section', { 'aria-labelledby': 'known-title' }, h('h2', { id: 'known-title', class: 'sr-only' }, t('Your devices')), list);
    fill(body, parts.bar.element, parts.empty, known, parts.buses.element, parts.found.element);
    return { ...parts, list, known, items: new Map() };
  }

  function render() {
    if (signal.aborted) return;
    if (!surroundings.ready) {
      const lost = feed.state === 'lost';
      if (body.dataset.waiting === String(lost)) return;
      body.dataset.waiting = String(lost);
      fill(body, lost
        ? failure({ title: t("Nightjar can't be reached"), detail: t('Your devices appear as soon as the gateway answers. Check that it runs: nightjar serve.') }, () => feed.retry())
        : skeleton(t('Loading devices'), 6, 18, 8));
      return;
    }
    view ??= build();
    const now = feed.now();
    const { known, found, buses } = surroundings;
    const looking = [...buses.values()].filter(({ obstacle }) => !obstacle);
    body.classList.toggle('stale', feed.state === 'lost');
    markSynthetic(known.some(({ synthetic }) => synthetic));
    setText(listening, looking.length ? t`Listening on ${looking.map(({ bus }) => BUS[bus] ?? bus).join(t(' and '))}` : t('Not listening for devices'));
    listening.classList.toggle('on', looking.length > 0 && feed.state === 'open');
    view.bar.update(surroundings, now, readiness);
    view.buses.update(buses);
    view.found.update(found, looking.some(({ bus }) => bus === 'bluetooth'));
    // What is near comes first as long as nothing is used: it is what was waited for.
    const first = !known.length && found.some(({ profiles, files }) => profiles?.length || files?.length);
    if (first !== (view.found.element.nextElementSibling === view.empty)) {
      if (first) view.empty.before(view.found.element);
      else body.append(view.found.element);
    }
    view.empty.hidden = known.length > 0;
    view.known.hidden = !known.length;
    renderKnown(known, now);
  }

  function renderKnown(known, now) {
    const ids = new Set(known.map(({ id }) => id));
    for (const [id, item] of view.items) {
      if (ids.has(id)) continue;
      item.element.remove();
      view.items.delete(id);
    }
    for (const device of known) {
      let item = view.items.get(device.id);
      if (!item) {
        item = knownCard(device.id, { act, profiles, surroundings, announce });
        view.items.set(device.id, item);
        view.list.append(item.element);
      }
      item.update(device, now);
    }
  }

  // Whether the coming night can be recorded: batteries and the disk change slowly.
  async function look() {
    readiness = await api.readiness(signal).catch(() => readiness);
    render();
  }

  surroundings.addEventListener('change', render, { signal });
  feed.addEventListener('state', render, { signal });
  const ticking = setInterval(render, 1000);
  const looking = setInterval(look, LOOK_MS);
  signal.addEventListener('abort', () => {
    clearInterval(ticking);
    clearInterval(looking);
  });
  render();
  look();
}
