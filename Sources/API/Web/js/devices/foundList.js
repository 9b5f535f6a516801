// Devices that are near and that nobody uses yet.

import { fill, h, icon, setText } from '../dom.js';
import { plural } from '../format.js';
import { t } from '../language.js';
import { prose } from '../prose.js';
import { signalBars, word as signalWord } from './signal.js';
import { BUS, channel as channelWord, KIND, KIND_ICON, line } from './words.js';

/** A section with its own `update(found)`; `choose(device)` begins using one, `bring(device)` imports what lies on it. */
export function foundList(choose, bring) {
  const known = h('ul', { class: 'found-list', 'aria-label': t('Devices that are near') });
  const strange = h('ul', { class: 'found-list', 'aria-label': t('Devices of unknown kind') });
  const strangeCount = h('span', { class: 'muted' });
  const others = h('details', { class: 'strange' }, h('summary', null, t('Unknown devices '), strangeCount),
    h('p', { class: 'muted small' }, t('Phones, lamps, televisions: most are no wearables. If one is, try a profile.')), strange);
  const waiting = h('p', { class: 'muted looking' }, h('span', { class: 'radar', 'aria-hidden': 'true' }), h('span', null, t('Looking. A strap shows up a few seconds after it is put on.')));
  const element = h('section', { class: 'card found', 'aria-labelledby': 'found-title' },
    h('header', null, h('h2', { id: 'found-title' }, t('Nearby'))), waiting, known, others);
  const items = new Map();

  function update(found, looking) {
    const ids = new Set(found.map(({ id }) => id));
    for (const [id, item] of items) {
      if (ids.has(id)) continue;
      item.element.remove();
      items.delete(id);
    }
    // In the order of their discovery: rows that jump about cannot be pressed.
    for (const device of found) {
      let item = items.get(device.id);
      if (!item) {
        item = foundItem(choose, bring);
        items.set(device.id, item);
      }
      const host = device.profiles?.length || device.files?.length ? known : strange;
      if (item.element.parentElement !== host) host.append(item.element);
      item.update(device);
    }
    others.hidden = !strange.childElementCount;
    setText(strangeCount, String(strange.childElementCount));
    known.hidden = !known.childElementCount;
    waiting.hidden = known.childElementCount > 0 || !looking;
    element.hidden = !looking && !items.size;
  }
  return { element, update };
}

function foundItem(choose, bring) {
  let device = null;
  const bars = signalBars();
  const symbol = h('span', { class: 'kind-icon' });
  const title = h('strong');
  const about = h('span', { class: 'muted small' });
  const obstacle = h('span', { class: 'small obstacle' });
  const strength = h('span', { class: 'sr-only' });
  const use = h('button', { class: 'button primary small-button', type: 'button', onclick: () => (isVolume(device) ? bring(device) : choose(device)) });
  const element = h('li', null, symbol, h('div', { class: 'found-text' }, title, about, obstacle),
    h('span', { class: 'found-signal' }, bars.element, strength), use);
  let lastObstacle = null;

  function update(given) {
    const kind = device?.kind;
    device = given;
    element.dataset.found = device.id;
    if (kind !== device.kind || !symbol.firstChild) fill(symbol, icon(KIND_ICON[device.kind] ?? (device.bus === 'bluetooth' ? 'radio' : 'recorder')));
    const name = device.name || t('Without a name');
    setText(title, name);
    setText(about, line(KIND[device.kind], device.maker !== name && device.maker, BUS[device.bus],
      isVolume(device) ? t`${plural(device.files.length, 'recording')} on it`
        : (device.streams ?? []).slice(0, 3).map(({ channel }) => channelWord(channel).toLowerCase()).join(t(', '))));
    if (lastObstacle !== device.obstacle) {
      lastObstacle = device.obstacle;
      obstacle.hidden = !device.obstacle;
      fill(obstacle, device.obstacle && prose(device.obstacle));
    }
    bars.update(device.rssi_dbm);
    bars.element.style.display = device.rssi_dbm ? '' : 'none';
    setText(strength, device.rssi_dbm ? t`Signal ${signalWord(device.rssi_dbm).toLowerCase()}` : '');
    const isStrange = !isVolume(device) && !device.profiles?.length;
    const label = isVolume(device) ? t('Import') : isStrange ? t('Try a profile') : t('Use|a device');
    setText(use, label);
    use.setAttribute('aria-label', `${label}: ${name}`);
    use.className = `button small-button ${isStrange ? '' : 'primary'}`;
    use.disabled = Boolean(device.obstacle);
  }
  return { element, update };
}

/** A mounted recorder whose files can be imported and that is nothing else. */
const isVolume = ({ bus, files }) => bus === 'volume' && files?.length > 0;
