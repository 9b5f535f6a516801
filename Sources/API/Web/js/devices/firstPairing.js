// Before the first device: how to bring one in, drawn and told.

import { h, svg } from '../dom.js';
import { t, woven } from '../language.js';

// A torso with a strap; the electrodes are wet, the radio talks.
function strapPicture() {
  return svg('svg', { class: 'drawing', viewBox: '0 0 220 170', role: 'img', 'aria-label': t('A chest strap worn just below the chest, its two electrodes wet') },
    svg('path', { class: 'body', d: 'M92 8c0 16-6 20-24 25-20 6-28 18-31 40l-9 82h28l7-50c2 20 1 34-1 50h96c-2-16-3-30-1-50l7 50h28l-9-82c-3-22-11-34-31-40-18-5-24-9-24-25' }),
    svg('path', { class: 'strap', d: 'M64 91c30 8 62 8 92 0v17c-30 8-62 8-92 0z' }),
    svg('rect', { class: 'electrode', x: 74, y: 98, width: 22, height: 10, rx: 4 }),
    svg('rect', { class: 'electrode', x: 124, y: 98, width: 22, height: 10, rx: 4 }),
    svg('rect', { class: 'pod', x: 98, y: 91, width: 24, height: 20, rx: 7 }),
    svg('path', { class: 'drop-shape', d: 'M80 118c-4 6-6 8-6 11a6 6 0 0 0 12 0c0-3-2-5-6-11zM140 118c-4 6-6 8-6 11a6 6 0 0 0 12 0c0-3-2-5-6-11z' }),
    svg('path', { class: 'waves', d: 'M128 84a14 14 0 0 0-14-11M138 82a25 25 0 0 0-24-19M148 80a36 36 0 0 0-34-27' }));
}

// A recorder on its cable at this machine.
function recorderPicture() {
  return svg('svg', { class: 'drawing', viewBox: '0 0 220 170', role: 'img', 'aria-label': t('A wrist recorder plugged into this machine by its USB cable') },
    svg('rect', { class: 'body', x: 108, y: 34, width: 98, height: 66, rx: 7 }),
    svg('path', { class: 'screen-line', d: 'M118 82l12-14 10 8 13-24 12 18 8-6 22 6' }),
    svg('path', { class: 'body', d: 'M98 116h118l-8-16H106z' }),
    svg('path', { class: 'cable', d: 'M60 132c0 26 26 26 44 22s36-10 36-26v-6' }),
    svg('rect', { class: 'plug', x: 133, y: 111, width: 14, height: 15, rx: 3 }),
    svg('path', { class: 'strap', d: 'M47 22h26l4 36H43zM43 96h34l-4 36H47z' }),
    svg('rect', { class: 'pod', x: 35, y: 54, width: 50, height: 46, rx: 10 }),
    svg('circle', { class: 'led', cx: 60, cy: 77, r: 5 }));
}

const step = (...text) => h('li', null, h('span', null, ...text));

/** The empty state. */
export function firstPairing() {
  return h('section', { class: 'first', data: { state: 'empty' }, 'aria-labelledby': 'first-title' },
    h('div', { class: 'first-head' }, h('h2', { id: 'first-title' }, t('Bring in your first wearable')),
      h('p', { class: 'muted' }, t('There is nothing to pair in advance: put it on or plug it in, and it appears here by itself.'))),
    h('div', { class: 'first-ways' },
      h('article', { class: 'card way' }, strapPicture(), h('h3', null, t('A heart-rate strap or watch')),
        h('ol', null, step(t('Wet the two electrodes of the strap and put it on, just below the chest.')),
          step(t('Close its app on your phone: most straps talk to one at a time.')),
          step(woven`Wait some seconds. Press ${h('strong', null, t('Use|a device'))} when it appears on this page.`))),
      h('article', { class: 'card way' }, recorderPicture(), h('h3', null, t('A wrist recorder')),
        h('ol', null, step(t('Plug it in with its USB cable.')), step(t('Give it ten seconds to wake up.')),
          step(t('Take over its nights, then set up the next recording.'))))),
    h('p', { class: 'muted small first-foot' }, woven`Nothing at hand? ${h('code', null, 'nightjar serve --demo')} simulates a wearer. A recording as a file? ${h('a', { href: '/import' }, t('Import it'))}.`));
}
