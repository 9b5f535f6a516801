// The load told to screen readers, on the one scale that every page has: 0 to 1.

import { t } from './language.js';

/** Tells `meter` the load and its word. A meter must have a value: without one it is a picture that says why. */
export function tellLoad(meter, load, text) {
  meter.setAttribute('role', load === null ? 'img' : 'meter');
  meter.setAttribute('aria-label', load === null ? t`Cognitive load: ${text}` : t('Cognitive load'));
  const value = { min: '0', max: '1', now: load?.toFixed(2), text: `${load?.toFixed(2)}, ${text}` };
  for (const [name, told] of Object.entries(value)) {
    if (load === null) meter.removeAttribute(`aria-value${name}`);
    else meter.setAttribute(`aria-value${name}`, told);
  }
}
