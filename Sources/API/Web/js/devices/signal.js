// How strongly a device is heard: bars, and a word that does not need them.

import { svg } from '../dom.js';
import { t } from '../language.js';

// Received power in dBm from which one, two, three and four bars are shown.
const STEPS = [-100, -85, -75, -62];
const WORDS = [t('Out of reach'), t('Weak'), t('Fair'), t('Good'), t('Strong')];

/** 0 to 4 bars for a power in dBm. */
export const level = (rssi) => STEPS.filter((step) => rssi >= step).length;

/** The power in a word. */
export const word = (rssi) => (rssi === null || rssi === undefined ? null : WORDS[level(rssi)]);

/** Four bars with their own `update(rssi)`. */
export function signalBars() {
  const bars = STEPS.map((_, index) => svg('rect', { x: 2 + index * 5.5, y: 15 - index * 4, width: 3.5, height: 6 + index * 4, rx: 1.25 }));
  const element = svg('svg', { class: 'signal', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, bars);
  function update(rssi) {
    const lit = rssi === null || rssi === undefined ? 0 : level(rssi);
    bars.forEach((bar, index) => bar.classList.toggle('lit', index < lit));
  }
  update(null);
  return { element, update };
}
