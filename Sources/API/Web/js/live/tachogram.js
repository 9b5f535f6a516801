// RR intervals, scrolling; beats that are not normal are marked by shape and colour.

import { h, svg } from '../dom.js';
import Dygraph from '../dygraphs.js';
import { roundTicks } from '../axis.js';
import { t } from '../language.js';
import { color, onThemeChange, rem } from '../theme.js';
import { beat } from '../words.js';
import { wallClock } from '../format.js';

const WINDOW_S = 120;
const SHAPES = {
  missed: 'down', extra: 'up', ectopic: 'diamond', misaligned: 'square', implausible: 'cross',
};
const INK = { missed: 'warn', extra: 'warn', ectopic: 'bad', misaligned: 'accent', implausible: 'bad' };

const OUTLINES = {
  down: [[-1, -0.8], [1, -0.8], [0, 1]],
  up: [[-1, 0.8], [1, 0.8], [0, -1]],
  diamond: [[0, -1.15], [1.15, 0], [0, 1.15], [-1.15, 0]],
  square: [[-0.85, -0.85], [0.85, -0.85], [0.85, 0.85], [-0.85, 0.85]],
  cross: [[-1, -0.5], [-0.5, -1], [0, -0.5], [0.5, -1], [1, -0.5], [0.5, 0], [1, 0.5], [0.5, 1], [0, 0.5], [-0.5, 1], [-1, 0.5], [-0.5, 0]],
};

function mark(context, x, y, label) {
  const size = 5.5;
  context.beginPath();
  for (const [dx, dy] of OUTLINES[SHAPES[label]]) context.lineTo(x + dx * size, y + dy * size);
  context.closePath();
  context.fillStyle = color(INK[label]);
  context.fill();
  context.lineWidth = 1;
  context.strokeStyle = color('surface');
  context.stroke();
}

function legendMark(label) {
  const points = OUTLINES[SHAPES[label]].map(([x, y]) => `${7 + x * 5},${7 + y * 5}`).join(' ');
  return svg('svg', { viewBox: '0 0 14 14', class: `beat-mark ${INK[label]}`, 'aria-hidden': 'true' }, svg('polygon', { points }));
}

/** A card with its own `update(beats, now, refusal)`. */
export function tachogramCard(signal) {
  const chart = h('div', { class: 'chart tachogram', id: 'tachogram', role: 'img', 'aria-label': t('RR intervals of the last two minutes') });
  const note = h('p', { class: 'muted small num' });
  const element = h('section', { class: 'card', 'aria-labelledby': 'tachogram-title' },
    h('header', null, h('h2', { id: 'tachogram-title' }, t('Beat to beat'), h('span', { class: 'muted' }, t(' RR interval, ms'))), note),
    chart,
    h('ul', { class: 'legend' }, Object.keys(SHAPES).map((label) => h('li', null, legendMark(label), beat(label)))));
  let labels = [];
  let graph = null;

  function options(now) {
    return { dateWindow: [(now - WINDOW_S) * 1000, now * 1000], colors: [color('heart')], axisLineColor: color('line'), gridLineColor: color('grid') };
  }

  function create(rows, now) {
    graph = new Dygraph(chart, rows, {
      labels: ['time', 'RR'], legend: 'never', interactionModel: {}, highlightCircleSize: 0,
      drawPoints: true, pointSize: 1.6, connectSeparatedPoints: false, axisLabelFontSize: rem(0.75), xRangePad: 0, yRangePad: 8, strokeWidth: 1.4,
      drawPointCallback: (g, name, context, x, y, ink, size, row) => {
        const label = labels[row];
        if (label in SHAPES) return mark(context, x, y, label);
        context.beginPath();
        context.fillStyle = ink;
        context.arc(x, y, size, 0, 2 * Math.PI);
        return context.fill();
      },
      axes: {
        x: { axisLabelFormatter: (time) => wallClock(time / 1000), pixelsPerLabel: rem(5.6), axisLabelWidth: rem(4.5) },
        y: { axisLabelWidth: rem(2.5), ticker: (low, high) => roundTicks([low, high], 5) },
      },
      ...options(now),
    });
    chart.graph = graph;
    const resize = new ResizeObserver(() => graph.resize());
    resize.observe(chart);
    onThemeChange(() => graph.updateOptions(options(now)), signal);
    // Once it is gone, nothing may measure it any more.
    signal.addEventListener('abort', () => { resize.disconnect(); graph.destroy(); });
  }

  function update(beats, now, refusal) {
    const rows = [];
    labels = [];
    for (const [time, rr, label] of beats) {
      if (time < now - WINDOW_S - 5) continue;
      const previous = rows.at(-1);
      if (previous && (label === 'after_gap' || time - previous[0] / 1000 > 5)) {
        rows.push([time * 1000 - 1, null]);
        labels.push('normal');
      }
      rows.push([time * 1000, rr]);
      labels.push(label);
    }
    chart.dataset.beats = String(rows.length);
    const odd = labels.filter((label) => label in SHAPES).length;
    note.textContent = rows.length ? t`${rows.length} beats, ${odd} marked` : refusal ?? t('No beats in the last two minutes');
    if (!rows.length) rows.push([now * 1000, null]);
    if (graph) graph.updateOptions({ file: rows, ...options(now) });
    else create(rows, now);
  }
  return { element, update };
}
