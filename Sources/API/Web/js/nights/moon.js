// The moon as it stood on the morning of a night: decoration that is true.

import { svg } from '../dom.js';

const SYNODIC_DAYS = 29.530588853;
// A new moon: 2000-01-06 18:14 UTC (Meeus, Astronomical Algorithms, chapter 49).
const NEW_MOON_S = 947182440;

/** 0 new, 0.5 full, towards 1 new again. */
export function phase(time) {
  const turns = (time - NEW_MOON_S) / 86400 / SYNODIC_DAYS;
  return turns - Math.floor(turns);
}

/** The lit part as a path around a circle. */
export function moon(time, size = 44) {
  const at = phase(time);
  const r = 20;
  const waxing = at < 0.5;
  // The terminator is half an ellipse whose width follows the phase.
  const width = (Math.cos(2 * Math.PI * at) * r).toFixed(2);
  const outer = waxing ? 1 : 0;
  const inner = (Number(width) > 0) === waxing ? 0 : 1;
  const lit = `M24 4A${r} ${r} 0 0 ${outer} 24 44A${Math.abs(width)} ${r} 0 0 ${inner} 24 4Z`;
  return svg('svg', { class: 'moon', viewBox: '0 0 48 48', width: size, height: size, 'aria-hidden': 'true' },
    svg('circle', { cx: 24, cy: 24, r, class: 'moon-dark' }),
    svg('path', { d: lit, class: 'moon-lit' }));
}
