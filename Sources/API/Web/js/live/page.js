// Live: what the bodies in the house are doing now.

import { fill, h } from '../dom.js';
import { deviceCard, noDevices } from './deviceCard.js';
import { heartCard } from './heart.js';
import { loadCard } from './gauge.js';
import { tachogramCard } from './tachogram.js';
import { motionCard } from './motion.js';
import { t } from '../language.js';
import { failure, skeleton } from '../states.js';
import { refusal } from '../words.js';

const SPEAK_MS = 30_000;
const EMPTY = { hr: [], rr: [], load: [], motion: [] };

export function mount({ root, feed, live: model, signal, query, selection, announce, markSynthetic }) {
  let chosen = query.get('device');
  const body = h('div', { class: 'page' });
  fill(root, h('div', { class: 'page live' }, h('h1', { class: 'sr-only' }, t('Live')), body));
  let view = null;

  function choose(id) {
    chosen = id;
    history.replaceState(null, '', selection.address(`/live?device=${encodeURIComponent(id)}`));
    render();
  }

  // The chosen device where it has the track, else the first that has it.
  function sourceOf(track) {
    const ids = [chosen, ...model.devices.keys()].filter((id) => model.devices.has(id));
    const id = ids.find((candidate) => model.of(candidate)[track].length) ?? ids[0];
    return { device: model.devices.get(id), buffers: id === undefined ? EMPTY : model.of(id) };
  }

  function build() {
    const cards = { heart: heartCard(), load: loadCard(), tachogram: tachogramCard(signal), motion: motionCard() };
    const devices = h('ul', { class: 'devices', 'aria-label': t('Devices') });
    fill(body,
      h('div', { class: 'live-grid' }, cards.heart.element, cards.load.element),
      cards.tachogram.element, cards.motion.element,
      h('section', { 'aria-labelledby': 'devices-title' }, h('h2', { id: 'devices-title', class: 'section-title' }, t('Devices')), devices));
    return { ...cards, devices, items: new Map() };
  }

  function render() {
    if (signal.aborted) return;
    if (!model.ready) {
      const lost = feed.state === 'lost';
      if (body.dataset.waiting === String(lost)) return;
      body.dataset.waiting = String(lost);
      fill(body, lost
        ? failure({ title: t("Nightjar can't be reached"), detail: t('Live readings appear as soon as the gateway answers. Check that it runs: nightjar serve.') }, () => feed.retry())
        : skeleton(t('Loading live readings'), 19, 14, 8));
      return;
    }
    if (!model.devices.size) {
      view = null;
      markSynthetic(false);
      if (!body.querySelector('[data-state="empty"]')) fill(body, noDevices());
      return;
    }
    view ??= build();
    markSynthetic([...model.devices.values()].some((device) => device.synthetic));
    const now = feed.now();
    const heart = sourceOf('hr');
    view.heart.update(heart.device, heart.buffers, now);
    view.load.update(sourceOf('load').buffers.load, now);
    const beats = sourceOf('rr');
    view.tachogram.update(beats.buffers.rr, now, refusal(beats.device, 'rr_interval'));
    const motion = sourceOf('motion');
    view.motion.update(motion.device, motion.buffers.motion, now);
    renderDevices(heart.device?.id, now);
  }

  function renderDevices(focused, now) {
    for (const [id, item] of view.items) {
      if (!model.devices.has(id)) {
        item.element.remove();
        view.items.delete(id);
      }
    }
    for (const [id, device] of model.devices) {
      let item = view.items.get(id);
      if (!item) {
        item = deviceCard(() => choose(id));
        view.items.set(id, item);
        view.devices.append(item.element);
      }
      item.update(device, now, id === focused);
    }
  }

  function speak() {
    if (!view || feed.state !== 'open') return;
    const bpm = document.getElementById('bpm').textContent;
    const load = document.getElementById('load').textContent;
    const state = document.getElementById('load-state').textContent;
    announce(t`Heart rate ${bpm}, load ${load}, ${state}`);
  }

  model.addEventListener('change', render, { signal });
  feed.addEventListener('state', render, { signal });
  const ticking = setInterval(render, 1000);
  const speaking = setInterval(speak, SPEAK_MS);
  signal.addEventListener('abort', () => {
    clearInterval(ticking);
    clearInterval(speaking);
  });
  render();
}
