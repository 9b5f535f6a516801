// The streams of a device, each with its consent.

import { fill, h, setText } from '../dom.js';
import { toggle } from '../dialog.js';
import { t } from '../language.js';
import { channel as channelWord, group, rate } from './words.js';

/** A list with its own `update(streams, preferred)`; `changed(channel, on)` runs when a person turns one on or off. */
export function streamList(changed) {
  const list = h('ul', { class: 'stream-list' });
  const count = h('span', { class: 'muted' });
  const element = h('details', { class: 'streams' }, h('summary', null, t('What is recorded '), count),
    h('p', { class: 'muted small' }, t('What is off is neither stored nor analysed. It can be turned on again at any time.')), list);
  const items = new Map();

  function update(streams, groups) {
    element.hidden = !streams.length;
    const names = streams.map(({ channel }) => channel);
    if (names.join() !== [...items.keys()].join()) {
      items.clear();
      fill(list, streams.map((stream) => {
        const item = toggle(channelWord(stream.channel), { name: stream.channel, note: rate(stream.rate_hz), changed: (on) => changed(stream.channel, on) });
        const preferred = h('span', { class: 'tag' }, t('preferred'));
        const refused = h('span', { class: 'tag warn' }, t('refused by the wearer'));
        items.set(stream.channel, { ...item, preferred, refused });
        return h('li', null, item.element, preferred, refused);
      }));
    }
    for (const { channel, allowed, refused } of streams) {
      const item = items.get(channel);
      if (item.input.checked !== allowed) item.input.checked = allowed;
      item.preferred.hidden = !groups.includes(group(channel));
      item.refused.hidden = !refused;
    }
    // A stream is recorded that is allowed on the device and by whoever wears it.
    const on = streams.filter(({ allowed, refused }) => allowed && !refused).length;
    const refusals = streams.filter(({ refused }) => refused).length;
    const missing = refusals ? t`, ${refusals} refused by the wearer` : '';
    setText(count, on === streams.length ? t`all of ${streams.length}` : t`${on} of ${streams.length}${missing}`);
  }
  return { element, update };
}
