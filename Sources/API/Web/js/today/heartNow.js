// The heart as it beats now: the freshest of the devices that the chosen person wears.

import { h, icon } from '../dom.js';
import { t } from '../language.js';
import { heartCard } from '../live/heart.js';

const NONE = { hr: [], rr: [], load: [] };

/** A card that follows the stream once it is started. */
export function heartNow(live, surroundings, selection, feed, signal) {
  const card = heartCard();
  card.element.append(h('p', { class: 'card-foot' }, h('a', { href: '/live' }, t('Live'), icon('right'))));

  function mine(id) {
    if (selection.device !== null) return id === selection.device;
    if (selection.person === null) return true;
    const wearer = [...surroundings.entries.values()].find(({ device }) => device === id)?.wearer ?? null;
    // What nobody is said to wear is the first person's, as the gateway has it.
    return wearer === null ? selection.person === selection.people[0]?.id : String(wearer.id) === selection.person;
  }

  function freshest() {
    const time = (id) => live.of(id).hr.at(-1)?.[0] ?? 0;
    return [...live.devices.values()].filter(({ id }) => mine(id)).sort((one, other) => time(other.id) - time(one.id))[0] ?? null;
  }

  function update() {
    const device = freshest();
    card.update(device, device ? live.of(device.id) : NONE, feed.now());
  }

  function start() {
    update();
    if (start.isOn) return;
    start.isOn = true;
    live.addEventListener('change', update, { signal });
    const ticking = setInterval(update, 1000);
    signal.addEventListener('abort', () => clearInterval(ticking));
  }
  return { element: card.element, start, isSynthetic: () => Boolean(freshest()?.synthetic) };
}
