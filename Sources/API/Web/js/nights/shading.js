// What lies behind every track: the sleep period, naps, times without data and why, and the change of the clocks.

import { color, hatch } from '../theme.js';
import { cause } from '../words.js';

function band(graph, area, start, end) {
  const left = Math.max(area.x, graph.toDomXCoord(start * 1000));
  const right = Math.min(area.x + area.w, graph.toDomXCoord(end * 1000));
  return right > left ? [left, area.y, right - left, area.h] : null;
}

/** Paints into a track's canvas before its curve; `hasData(start, end)` tells whether the track has values there. */
export function paintBehind(context, area, graph, night, clock, hasData) {
  context.save();
  for (const period of [night.sleep_period, ...(night.naps ?? [])]) {
    const box = period && band(graph, area, period.start_s, period.end_s);
    if (!box) continue;
    context.fillStyle = color('accent-soft');
    context.globalAlpha = 0.55;
    context.fillRect(...box);
    context.globalAlpha = 1;
  }
  for (const gap of night.gaps ?? []) {
    const box = band(graph, area, gap.start_s, gap.end_s);
    if (!box) continue;
    // A strap that lost contact does not empty the track of the accelerometer: there the gap is only noted.
    const [left, top, width, height] = box;
    const tall = hasData(gap.start_s, gap.end_s) ? 4 : height;
    context.fillStyle = color('surface-2');
    context.fillRect(left, top + height - tall, width, tall);
    context.fillStyle = tall === height ? hatch(context, color('hatch')) : color('hatch');
    context.fillRect(left, top + height - tall, Math.max(1, width), tall);
  }
  for (const change of clock.changes(night.window.start_s, night.window.end_s)) {
    const box = band(graph, area, change, night.window.end_s);
    if (!box) continue;
    context.fillStyle = color('moon');
    context.fillRect(box[0], area.y, 1.5, area.h);
  }
  context.restore();
}

/** Writes why there are no data, once for all tracks; a label that would hide another is left out. */
export function labelGaps(context, area, graph, gaps) {
  context.save();
  context.font = '11px system-ui, sans-serif';
  context.textBaseline = 'middle';
  let free = area.x;
  for (const gap of [...gaps].sort((a, b) => a.start_s - b.start_s)) {
    const box = band(graph, area, gap.start_s, gap.end_s);
    if (!box || box[2] < 3) continue;
    const text = cause(gap.cause);
    const width = context.measureText(text).width + 10;
    const left = Math.min(area.x + area.w - width, box[0] + (box[2] - width) / 2);
    if (left < free) continue;
    context.fillStyle = color('surface');
    context.fillRect(left, area.y + area.h - 20, width, 16);
    context.fillStyle = color('text');
    context.fillText(text, left + 5, area.y + area.h - 11.5);
    free = left + width + 4;
  }
  context.restore();
}
