// A figure over days under one time axis: its points, what is usual behind them, and the gaps between.

import { roundTicks } from '../axis.js';
import { METRICS, written } from '../days.js';
import { h, setText } from '../dom.js';
import Dygraph from '../dygraphs.js';
import { longDate, monthName, plural, shortDate } from '../format.js';
import { locale, t } from '../language.js';
import { bindGestures } from '../nights/gestures.js';
import { color, hatch, onThemeChange, rem } from '../theme.js';

const DAY_S = 86_400;
const SHORTEST_S = 7 * DAY_S;
const LENGTH = { day: DAY_S, week: 7 * DAY_S, month: 31 * DAY_S };
const known = (value) => value !== null && value !== undefined;
const seconds = (day) => Date.parse(`${day}T00:00:00Z`) / 1000;
const dayOf = (time) => new Date(time * 1000).toISOString().slice(0, 10);

/** The name of a point: its day, its week or its month. */
export function partName(date, by) {
  if (by === 'month') return monthName(date.slice(0, 7));
  return by === 'week' ? t`week of ${longDate(date)}` : longDate(date);
}

// The first days of weeks, months, quarters or years, as many as there is room for.
function ticks(start, end, most) {
  const days = (end - start) / DAY_S;
  const found = [];
  const date = new Date(start * 1000);
  const names = (options) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
  if (days / 7 <= most) {
    const step = Math.max(1, Math.ceil(days / most));
    const word = names({ day: 'numeric', month: 'short' });
    for (let time = Math.ceil(start / DAY_S) * DAY_S; time <= end; time += (step > 2 ? 7 : step) * DAY_S) found.push([time, word.format(time * 1000)]);
    return found;
  }
  const months = [1, 3, 6, 12, 24, 60].find((step) => days / (30.4 * step) <= most) ?? 120;
  const word = names(months < 12 ? { month: 'short', year: '2-digit' } : { year: 'numeric' });
  for (let month = Math.ceil((date.getUTCFullYear() * 12 + date.getUTCMonth() + 1) / months) * months; ; month += months) {
    const time = Date.UTC(Math.floor(month / 12), month % 12, 1) / 1000;
    if (time > end) return found;
    if (time >= start) found.push([time, word.format(time * 1000)]);
  }
}

/** Drawn by `start`, once it is in the page. */
export class TrendChart {
  /** `trend` as the gateway tells it, and `usual` of the days before it or null. */
  constructor(trend, usual, signal) {
    Object.assign(this, { trend, usual, signal });
    this.words = METRICS[trend.metric];
    this.points = trend.points.map(({ date, value, days }) => ({ date, value, days, time: seconds(date) }));
    this.full = [seconds(trend.from) - DAY_S / 2, seconds(trend.to) + DAY_S / 2];
    this.range = [...this.full];
    this.cursor = null;
    this.readout = h('p', { class: 'readout num', id: 'readout', 'aria-live': 'polite' });
    this.line = h('div', { class: 'cursor', hidden: true, 'aria-hidden': 'true' });
    this.brush = h('div', { class: 'brush', hidden: true, 'aria-hidden': 'true' });
    this.host = h('div', { class: 'chart trend-chart', role: 'img', 'aria-label': this.#summary(), data: { metric: trend.metric } });
    this.plots = h('div', { class: 'plots' }, this.line, this.brush, this.host);
    this.element = h('div', { class: 'stack', id: 'trend', role: 'group', tabindex: '0', 'aria-label': this.words.title, 'aria-describedby': 'trend-help' }, this.plots);
    this.idle();
  }

  #summary() {
    const { days, mean, from, to } = this.trend;
    return t`${this.words.title} from ${longDate(from)} to ${longDate(to)}: ${days ? t`${plural(days, 'day')} known, ${written(this.trend.metric, mean)} on average` : t('nothing is known')}`;
  }

  start() {
    const rows = this.points.map(({ time, value }) => [time * 1000, value ?? null]);
    // Half a part at each end, so that the first and the last point are not cut.
    this.graph = new Dygraph(this.host, rows, {
      labels: ['time', this.words.title], legend: 'never', interactionModel: {}, highlightCircleSize: 0,
      dateWindow: this.range.map((time) => time * 1000), valueRange: this.#values(), xRangePad: 0,
      strokeWidth: 1.8, drawPoints: true, pointSize: this.points.length > 120 ? 1.6 : 3, connectSeparatedPoints: false,
      axisLabelFontSize: rem(0.75), rightGap: 8,
      underlayCallback: (context, area, graph) => this.#behind(context, area, graph),
      axes: {
        x: { ticker: (from, to, pixels) => ticks(from / 1000, to / 1000, Math.max(2, Math.floor(pixels / rem(4.5)))).map(([time, label]) => ({ v: time * 1000, label })), axisLabelWidth: rem(4.5), drawGrid: false },
        y: { ticker: () => roundTicks(this.#values(), 5), axisLabelWidth: rem(3.1) },
      },
      ...this.#inks(),
    });
    this.host.graph = this.graph;
    const resize = new ResizeObserver(() => { this.graph.resize(); this.#placeCursor(); });
    resize.observe(this.plots);
    this.signal.addEventListener('abort', () => { resize.disconnect(); this.graph.destroy(); });
    onThemeChange(() => this.graph.updateOptions(this.#inks()), this.signal);
    bindGestures(this, this.signal);
    this.#note();
  }

  #inks() {
    return { colors: [color(this.words.ink)], axisLineColor: color('line'), gridLineColor: color('grid') };
  }

  #values() {
    const all = this.points.map(({ value }) => value).filter(known);
    if (this.usual) all.push(this.usual.lower, this.usual.upper);
    if (!all.length) return [0, 1];
    const low = Math.min(...all);
    const high = Math.max(...all);
    const room = Math.max((high - low) * 0.12, Math.abs(high) * 0.02, 0.5);
    return [this.words.floor === undefined ? low - room : Math.min(this.words.floor, low), high + room];
  }

  // What is usual, and a hatch where days between others are not known.
  #behind(context, area, graph) {
    const x = (time) => Math.min(area.x + area.w, Math.max(area.x, graph.toDomXCoord(time * 1000)));
    context.save();
    if (this.usual) {
      const [top, bottom, middle] = [this.usual.upper, this.usual.lower, this.usual.median].map((value) => graph.toDomYCoord(value));
      context.fillStyle = color('accent-soft');
      context.fillRect(area.x, top, area.w, Math.max(2, bottom - top));
      context.fillStyle = color('accent');
      context.globalAlpha = 0.7;
      for (let left = area.x; left < area.x + area.w; left += 9) context.fillRect(left, middle - 0.5, Math.min(5, area.x + area.w - left), 1);
      context.globalAlpha = 1;
    }
    const half = LENGTH[this.trend.by] / 2;
    context.fillStyle = hatch(context, color('hatch'));
    context.globalAlpha = 0.35;
    const at = this.points.flatMap(({ value }, index) => (known(value) ? [index] : []));
    for (let index = 0; index + 1 < at.length; index += 1) {
      if (at[index + 1] - at[index] < 2) continue;
      const [left, right] = [x(this.points[at[index]].time + half), x(this.points[at[index + 1]].time - half)];
      if (right > left) context.fillRect(left, area.y, right - left, area.h);
    }
    context.restore();
  }

  area() { return this.graph.getArea(); }

  timeAt(clientX) {
    const { x, w } = this.area();
    const [start, end] = this.range;
    return Math.min(end, Math.max(start, start + ((clientX - this.plots.getBoundingClientRect().left - x) / w) * (end - start)));
  }

  xOf(time) {
    const { x, w } = this.area();
    const [start, end] = this.range;
    return x + ((time - start) / (end - start)) * w;
  }

  /** Shows a span, kept within the days that were asked for. */
  show(start, end) {
    const [first, last] = this.full;
    const length = Math.min(last - first, Math.max(SHORTEST_S, end - start));
    const from = Math.min(last - length, Math.max(first, (start + end) / 2 - length / 2));
    this.range = [from, from + length];
    this.graph.updateOptions({ dateWindow: this.range.map((time) => time * 1000) });
    this.#note();
    this.#placeCursor();
    if (this.cursor === null) this.idle();
    this.onrange?.();
  }

  zoom(factor, around = this.cursor ?? (this.range[0] + this.range[1]) / 2) {
    const [start, end] = this.range;
    this.show(around - (around - start) * factor, around + (end - around) * factor);
  }

  pan(share) {
    const step = (this.range[1] - this.range[0]) * share;
    this.show(this.range[0] + step, this.range[1] + step);
  }

  reset() { this.show(...this.full); }

  get isWhole() { return this.range.every((time, index) => Math.abs(time - this.full[index]) < 1); }

  #note() { [this.element.dataset.start, this.element.dataset.end] = this.range.map((time) => time.toFixed(0)); }

  /** Points at the day, week or month at a time, or at none. */
  point(time) {
    this.cursor = time;
    this.#placeCursor();
    if (time === null) return this.idle();
    const { by, metric } = this.trend;
    const near = by === 'day' ? this.points.find((one) => Math.abs(one.time - time) <= DAY_S / 2) : this.points.findLast((one) => one.time <= time);
    if (!near) return this.idle();
    const value = known(near.value) ? `${written(metric, near.value)}${by === 'day' ? '' : t`, ${plural(near.days, 'day')} known`}` : t('not known');
    return setText(this.readout, `${partName(near.date, by)}  ·  ${value}`);
  }

  idle() {
    const [start, end] = this.range;
    const touch = matchMedia('(pointer: coarse)').matches;
    const [first, last] = [dayOf(start + DAY_S / 2), dayOf(end - DAY_S / 2)];
    setText(this.readout, t`${shortDate(first)} ${first.slice(0, 4)} to ${shortDate(last)} ${last.slice(0, 4)}  ·  ${touch ? t('tap to read, pinch to zoom') : t('point to read, drag to zoom')}`);
  }

  #placeCursor() {
    const [start, end] = this.range;
    this.line.hidden = this.cursor === null || this.cursor < start || this.cursor > end;
    if (!this.line.hidden) this.line.style.left = `${this.xOf(this.cursor)}px`;
  }
}
