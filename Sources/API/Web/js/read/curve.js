// The course of a session's load.

import { h, svg } from '../dom.js';
import { t } from '../language.js';

const UNDER = 0.4;
const OVER = 0.7;

export function loadCurve(loads, started) {
  const known = loads.filter(({ cognitive_load: load }) => load !== null && load !== undefined);
  if (!known.length) {
    const why = loads.find(({ reasons }) => reasons?.length)?.reasons[0];
    return h('p', { class: 'muted small', data: { state: 'empty' } }, t`No load was known in this session${why ? `: ${why}` : ''}.`);
  }
  const end = Math.max(60, ...loads.map(({ t_s: time }) => time - started));
  const x = (time) => (((time - started) / end) * 300).toFixed(1);
  const y = (load) => (66 - load * 60).toFixed(1);
  let path = '';
  let previous = null;
  for (const { t_s: time, cognitive_load: load } of known) {
    const goesOn = previous !== null && time - previous < 95;
    // A point without a neighbour is drawn as a dot.
    path += goesOn ? `L${x(time)} ${y(load)}` : `M${x(time)} ${y(load)}h0.01`;
    previous = time;
  }
  const loadsOnly = known.map(({ cognitive_load: load }) => load);
  const label = t`Load from ${loadsOnly[0].toFixed(2)} to ${loadsOnly.at(-1).toFixed(2)}, at most ${Math.max(...loadsOnly).toFixed(2)}`;
  return h('figure', { class: 'load-figure' },
    svg('svg', { class: 'load-curve', viewBox: '0 0 300 72', preserveAspectRatio: 'none', role: 'img', 'aria-label': label },
      [UNDER, OVER].map((border) => svg('path', { class: 'border', d: `M0 ${y(border)}H300` })),
      svg('path', { class: 'line', d: path })),
    h('figcaption', { class: 'muted small' }, t`${label}. Above the upper line is overload, below the lower one underload.`));
}
