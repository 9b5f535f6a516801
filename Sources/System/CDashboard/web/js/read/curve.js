// The course of a session's load.

import { svg } from '../dom.js';

const UNDER = 0.4;
const OVER = 0.7;

export function loadCurve(loads, started) {
  const known = loads.filter(({ cognitive_load: load }) => load !== null && load !== undefined);
  const end = Math.max(60, ...loads.map(({ t_s: time }) => time - started));
  const x = (time) => (((time - started) / end) * 300).toFixed(1);
  const y = (load) => (66 - load * 60).toFixed(1);
  let path = '';
  let previous = null;
  for (const { t_s: time, cognitive_load: load } of known) {
    path += `${previous !== null && time - previous < 95 ? 'L' : 'M'}${x(time)} ${y(load)}`;
    previous = time;
  }
  const last = known.at(-1);
  const label = known.length ? `Load over the session, from ${known[0].cognitive_load.toFixed(2)} to ${last.cognitive_load.toFixed(2)}` : 'No load was known in this session';
  return svg('svg', { class: 'load-curve', viewBox: '0 0 300 72', preserveAspectRatio: 'none', role: 'img', 'aria-label': label },
    [UNDER, OVER].map((border) => svg('path', { class: 'border', d: `M0 ${y(border)}H300` })),
    path && svg('path', { class: 'line', d: path }));
}
