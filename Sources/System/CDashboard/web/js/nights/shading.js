// What lies behind every track: the sleep period, naps, times without data and why, and the change of the clocks.

import { color, hatch } from '../theme.js';
import { cause } from '../words.js';

function band(graph, area, start, end) {
  const left = Math.max(area.x, graph.toDomXCoord(start * 1000));
  const right = Math.min(area.x + area.w, graph.toDomXCoord(end * 1000));
  return right > left ? [left, area.y, right - left, area.h] : null;
}

/** Paints into a track's canvas before its curve. */
export function paintBehind(context, area, graph, night, clock, isLast) {
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
    context.fillStyle = color('surface-2');
    context.fillRect(...box);
    context.fillStyle = hatch(context, color('hatch'));
    context.fillRect(...box);
    if (isLast) label(context, box, cause(gap.cause));
  }
  for (const change of clock.changes(night.window.start_s, night.window.end_s)) {
    const box = band(graph, area, change, night.window.end_s);
    if (!box) continue;
    context.fillStyle = color('moon');
    context.fillRect(box[0], area.y, 1.5, area.h);
  }
  context.restore();
}

function label(context, [left, top, width, height], text) {
  context.font = '11px system-ui, sans-serif';
  const wide = context.measureText(text).width + 8;
  if (wide > width || height < 18) return;
  const x = left + (width - wide) / 2;
  context.fillStyle = color('surface');
  context.fillRect(x, top + height / 2 - 8, wide, 16);
  context.fillStyle = color('text');
  context.textBaseline = 'middle';
  context.fillText(text, x + 4, top + height / 2 + 0.5);
}
