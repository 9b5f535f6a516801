// The tracks of one night under one time axis: whatever is zoomed, panned or pointed at, all of them follow.

import { h, setText } from '../dom.js';
import Dygraph from '../dygraphs.js';
import { t } from '../language.js';
import { color, onThemeChange, rem } from '../theme.js';
import { cause } from '../words.js';
import { bindGestures } from './gestures.js';
import { paintBehind } from './shading.js';

const SHORTEST_S = 300;
const AROUND_S = 2700;

export class TrackStack {
  /** `night` with its parts, `clock` of its zone, `tracks` from tracks.js. */
  constructor(night, clock, tracks, signal) {
    this.night = night;
    this.clock = clock;
    this.full = [night.window.start_s, night.window.end_s];
    const sleep = night.sleep_period;
    /** What is shown first and after a reset: the sleep with some time around it. */
    this.home = sleep ? this.#within(sleep.start_s - AROUND_S, sleep.end_s + AROUND_S) : this.full;
    this.range = [...this.home];
    this.cursor = null;
    this.readout = h('p', { class: 'readout num', id: 'readout', 'aria-live': 'polite' });
    this.line = h('div', { class: 'cursor', hidden: true, 'aria-hidden': 'true' });
    this.brush = h('div', { class: 'brush', hidden: true, 'aria-hidden': 'true' });
    this.plots = h('div', { class: 'plots' }, this.line, this.brush);
    this.element = h('div', {
      class: 'stack', id: 'tracks', role: 'group', tabindex: '0', 'aria-label': t('Tracks of the night'),
      'aria-describedby': 'tracks-help',
    }, this.plots);
    this.tracks = tracks.map((track, index) => ({ ...track, isLast: index === tracks.length - 1 }));
    this.signal = signal;
    this.idle();
  }

  /** Draws; call it once the element is in the page. */
  start() {
    for (const track of this.tracks) {
      Object.assign(track, (track.scale && track.scale(...this.range)) || {});
      track.host = h('div', { class: 'chart', role: 'img', 'aria-label': track.summary, data: { track: track.key } });
      track.host.style.height = `${track.height + (track.isLast ? rem(1.5) : 0)}px`;
      this.plots.append(h('div', { class: 'track' }, h('h3', null, track.title, track.unit && h('span', { class: 'muted' }, ` ${track.unit}`)), track.host));
      track.graph = new Dygraph(track.host, track.rows, this.#options(track));
      track.host.graph = track.graph;
    }
    const resize = new ResizeObserver(() => this.#resize());
    resize.observe(this.plots);
    this.signal.addEventListener('abort', () => {
      resize.disconnect();
      for (const track of this.tracks) track.graph.destroy();
    });
    onThemeChange(() => {
      for (const track of this.tracks) track.graph.updateOptions(this.#inks(track));
    }, this.signal);
    bindGestures(this, this.signal);
    this.#note();
  }

  #inks(track) {
    return { colors: [color(track.ink)], axisLineColor: color('line'), gridLineColor: color('grid') };
  }

  #options(track) {
    return {
      labels: ['time', track.title], legend: 'never', interactionModel: {}, highlightCircleSize: 0,
      dateWindow: this.range.map((time) => time * 1000), valueRange: track.valueRange, xRangePad: 0,
      strokeWidth: 1.3, fillGraph: Boolean(track.fill), fillAlpha: 0.22, stepPlot: Boolean(track.step),
      connectSeparatedPoints: false, axisLabelFontSize: rem(0.75), rightGap: 8,
      // Over the grid, where a curve would be.
      ...(track.paint && { plotter: ({ drawingContext, plotArea, dygraph }) => track.paint(drawingContext, plotArea, dygraph) }),
      underlayCallback: (context, area, graph) => paintBehind(context, area, graph, this.night, this.clock, track.hasData),
      axes: {
        x: { ticker: (...given) => this.#timeTicks(...given), drawAxis: track.isLast, axisLabelWidth: rem(3.2) },
        y: { axisLabelWidth: rem(3.1), ticker: () => track.ticks, drawGrid: Boolean(track.hasGrid) },
      },
      ...this.#inks(track),
    };
  }

  #timeTicks(start, end, pixels) {
    const most = Math.max(2, Math.floor(pixels / rem(3.9)));
    return this.clock.ticks(start / 1000, end / 1000, most).map((time) => ({ v: time * 1000, label: this.clock.time(time) }));
  }

  #resize() {
    for (const track of this.tracks) track.graph.resize();
    this.#placeCursor();
  }

  /** The plotting area: the same for every track. */
  area() {
    return this.tracks[0].graph.getArea();
  }

  timeAt(clientX) {
    const { x, w } = this.area();
    const inside = clientX - this.plots.getBoundingClientRect().left - x;
    const [start, end] = this.range;
    return Math.min(end, Math.max(start, start + (inside / w) * (end - start)));
  }

  xOf(time) {
    const { x, w } = this.area();
    const [start, end] = this.range;
    return x + ((time - start) / (end - start)) * w;
  }

  /** Shows a span in every track, kept within the night. */
  show(start, end) {
    this.range = this.#within(start, end);
    for (const track of this.tracks) {
      Object.assign(track, (track.scale && track.scale(...this.range)) || {});
      track.graph.updateOptions({ dateWindow: this.range.map((time) => time * 1000), valueRange: track.valueRange });
    }
    this.#note();
    this.#placeCursor();
    if (this.cursor === null) this.idle();
    this.onrange?.();
  }

  #within(start, end) {
    const [first, last] = this.full;
    const length = Math.min(last - first, Math.max(SHORTEST_S, end - start));
    const from = Math.min(last - length, Math.max(first, (start + end) / 2 - length / 2));
    return [from, from + length];
  }

  zoom(factor, around = this.cursor ?? (this.range[0] + this.range[1]) / 2) {
    const [start, end] = this.range;
    this.show(around - (around - start) * factor, around + (end - around) * factor);
  }

  pan(share) {
    const step = (this.range[1] - this.range[0]) * share;
    this.show(this.range[0] + step, this.range[1] + step);
  }

  reset() {
    this.show(...this.home);
  }

  /** True when the view is as it was at first. */
  get isHome() {
    return this.range.every((time, index) => Math.abs(time - this.home[index]) < 1);
  }

  get isWhole() {
    return this.range.every((time, index) => Math.abs(time - this.full[index]) < 1);
  }

  #note() {
    const [start, end] = this.range;
    this.element.dataset.start = start.toFixed(0);
    this.element.dataset.end = end.toFixed(0);
  }

  /** Points at a time in every track, or at none. */
  point(time) {
    this.cursor = time;
    this.#placeCursor();
    if (time === null) return this.idle();
    const parts = this.tracks.map((track) => track.read(time)).filter(Boolean);
    const gap = this.night.gaps?.find((one) => one.start_s <= time && time < one.end_s);
    return setText(this.readout, [this.clock.time(time), ...parts, gap && t`no data: ${cause(gap.cause).toLowerCase()}`].filter(Boolean).join('  ·  '));
  }

  idle() {
    const [start, end] = this.range;
    setText(this.readout, t`${this.clock.time(start)} to ${this.clock.time(end)}  ·  ${matchMedia('(pointer: coarse)').matches ? t('tap to read, pinch to zoom') : t('point to read, drag to zoom')}`);
  }

  #placeCursor() {
    const [start, end] = this.range;
    const shown = this.cursor !== null && this.cursor >= start && this.cursor <= end;
    this.line.hidden = !shown;
    if (shown) this.line.style.left = `${this.xOf(this.cursor)}px`;
  }
}
