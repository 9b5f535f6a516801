// The watch's face: a ring that fills with the load, its number in the middle, heart rate and variability below.

import { h, icon, setText, svg } from '../dom.js';
import { MISSING, number, sentence, span } from '../format.js';
import { t } from '../language.js';
import { tellLoad } from '../loadMeter.js';
import { loadWord } from '../words.js';

const RADIUS = 92;
const LENGTH = 2 * Math.PI * RADIUS;
const OLD_S = 90;

/** An element with `update(reading, now)`, `variability(text)` and `shake()`. */
export function watchFace() {
  const ring = svg('circle', { class: 'ring-fill', cx: 110, cy: 110, r: RADIUS, transform: 'rotate(-90 110 110)', 'stroke-dasharray': LENGTH, 'stroke-dashoffset': LENGTH });
  const value = h('span', { class: 'value num', id: 'watch-load' }, MISSING);
  const word = h('span', { class: 'word', id: 'watch-state' }, t('Waiting'));
  const rate = h('span', { class: 'num', id: 'watch-rate' }, MISSING);
  const hrv = h('span', { class: 'num', id: 'watch-hrv' }, MISSING);
  const when = h('p', { class: 'muted small', id: 'watch-when' }, t('Nothing has come yet'));
  const meter = h('div', { class: 'watch-ring' },
    svg('svg', { viewBox: '0 0 220 220', 'aria-hidden': 'true' }, svg('circle', { class: 'ring-track', cx: 110, cy: 110, r: RADIUS }), ring),
    h('p', { class: 'watch-text' }, value, word));
  tellLoad(meter, null, t('not known'));
  const element = h('div', { class: 'watch-face', data: { state: 'unknown' } },
    meter,
    h('dl', { class: 'watch-facts' },
      h('div', null, h('dt', null, icon('heart'), t('Heart rate')), h('dd', null, rate, ' /min')),
      h('div', null, h('dt', null, icon('wave'), 'HRV'), h('dd', null, hrv, ' ms'))),
    when);

  function update(reading, now) {
    const load = reading?.cognitiveLoad ?? null;
    const isOld = Boolean(reading) && now - reading.t > OLD_S;
    element.dataset.state = load === null ? 'unknown' : reading.state ?? 'unknown';
    element.classList.toggle('stale', isOld);
    setText(value, number(load, 2));
    setText(word, load === null ? t('Not known') : loadWord(reading.state, reading.held));
    ring.setAttribute('stroke-dashoffset', String(LENGTH * (1 - Math.min(1, Math.max(0, load ?? 0)))));
    tellLoad(meter, load, load === null ? t('not known') : word.textContent);
    setText(rate, number(reading?.hr ?? null, 0));
    if (!reading) return;
    const age = Math.max(0, now - reading.t);
    const reason = load === null && reading.reason ? t`${sentence(reading.reason)}. ` : '';
    setText(when, `${reason}${age < 3 ? t('Now') : t`${span(age)} ago`}`);
  }

  return { element, update, variability: (value) => setText(hrv, number(value, 0)), shake: (pattern) => shake(element, pattern) };
}

const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** A tap on the wrist: vibration where the device can, else motion, else a flash of the frame. */
export function shake(element, pattern = [120, 60, 120, 60, 240]) {
  const felt = navigator.vibrate?.(pattern) ?? false;
  element.classList.remove('shaken', 'flashed');
  // Reading a size makes the browser start the animation anew.
  void element.offsetWidth;
  element.classList.add(calm.matches ? 'flashed' : 'shaken');
  element.dataset.taps = String(Number(element.dataset.taps ?? 0) + 1);
  setTimeout(() => element.classList.remove('shaken', 'flashed'), 900);
  return felt;
}
