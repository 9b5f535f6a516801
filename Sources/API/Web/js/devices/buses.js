// What keeps a bus from finding anything, said once, with the one command that mends it.

import { fill, h, icon } from '../dom.js';
import { t } from '../language.js';
import { commandLine, commands, prose } from '../prose.js';
import { BUS } from './words.js';

/** A list with its own `update(buses)`. */
export function busNotices(announce) {
  const element = h('ul', { class: 'buses', 'aria-label': t('What is missing') });
  let shown = null;

  function update(buses) {
    const lacking = [...buses.values()].filter(({ obstacle }) => obstacle);
    const text = JSON.stringify(lacking);
    if (text === shown) return;
    shown = text;
    element.hidden = !lacking.length;
    fill(element, lacking.map(({ bus, obstacle }) => {
      const mends = commands(obstacle);
      return h('li', { class: 'card bus', data: { bus } }, icon(bus === 'bluetooth' ? 'radio' : 'unplugged'),
        h('div', null, h('h2', null, t`${BUS[bus] ?? bus} is not available`), h('p', null, prose(obstacle)),
          mends.length === 1 && commandLine(mends[0], announce)));
    }));
  }
  return { element, update };
}
