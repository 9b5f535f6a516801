// The actogram: a row for each day with the next day beside it, so that a night is whole in the middle of a row.

import { h, setText } from '../dom.js';
import { addDays, longDate, MISSING, shortDate } from '../format.js';
import { t } from '../language.js';
import { color, onThemeChange, rem } from '../theme.js';

const DAY_MIN = 1440;
const SHOWN_MIN = 2 * DAY_MIN;
// Rows lower than this, in rem, show movement by how strong a colour is instead of by how high a bar is.
const LOWEST_BAR = 0.75;

const two = (value) => String(value).padStart(2, '0');
/** Minutes after midnight as "06:05", of whichever day. */
export const clock = (minute) => `${two(Math.floor((((minute % DAY_MIN) + DAY_MIN) % DAY_MIN) / 60))}:${two(Math.floor(((minute % 60) + 60) % 60))}`;

const channels = (name) => (color(name).match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => Number(part) * (color(name).startsWith('color(') ? 255 : 1));
const mixed = (below, above, share) => below.map((part, index) => Math.round(part + (above[index] - part) * share));
// A colour as one pixel of a picture, from its lowest byte: red, green, blue and opacity.
const packed = ([red, green, blue]) => ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;

/** Drawn by `start`, once it is in the page; `open(date)` leads to a night. */
export class Actogram {
  constructor(rhythm, unit, open, signal) {
    Object.assign(this, { rhythm, unit, open, signal });
    this.perDay = DAY_MIN / rhythm.bin_min;
    this.days = Math.round(rhythm.values.length / this.perDay);
    this.place = null;
    const known = rhythm.values.filter((value) => value !== null && value > 0).sort((a, b) => a - b);
    // What a run or a knock adds must not make everything else small.
    this.full = known[Math.floor(known.length * 0.97)] || 1;
    this.readout = h('p', { class: 'readout num', id: 'actogram-readout', 'aria-live': 'polite' });
    this.canvas = h('canvas', { 'aria-hidden': 'true' });
    this.mark = h('div', { class: 'actogram-mark', hidden: true, 'aria-hidden': 'true' });
    this.plot = h('div', { class: 'actogram-plot' }, this.canvas, this.mark);
    this.element = h('div', { class: 'actogram', id: 'actogram', role: 'group', tabindex: '0', 'aria-label': this.#summary(), 'aria-describedby': 'actogram-help', data: { days: this.days } }, this.plot);
    this.#note();
  }

  #summary() {
    const { from, to, sleeps } = this.rhythm;
    return t`Actogram of ${this.days} days from ${longDate(from)} to ${longDate(to)}, two days in each row, with ${sleeps.length} sleep periods`;
  }

  start() {
    this.asleep = new Uint8Array(this.rhythm.values.length);
    for (const { start_min: start, end_min: end } of this.rhythm.sleeps) {
      const bin = this.rhythm.bin_min;
      for (let at = Math.max(0, Math.floor(start / bin)); at < end / bin && at < this.asleep.length; at += 1) this.asleep[at] = 1;
    }
    const resize = new ResizeObserver(() => this.draw());
    resize.observe(this.plot);
    this.signal.addEventListener('abort', () => resize.disconnect());
    onThemeChange(() => this.draw(), this.signal);
    this.#bind();
  }

  /** Rows, and the room at the top and at the left for what they are called. */
  #measure() {
    const width = this.plot.clientWidth;
    const row = Math.max(rem(0.14), Math.min(rem(1.75), rem(34) / this.days));
    this.area = { x: rem(4.25), y: rem(1.9), w: Math.max(40, width - rem(4.25) - rem(0.5)), row };
    return { width, height: this.area.y + row * this.days + rem(0.25) };
  }

  draw() {
    const { width, height } = this.#measure();
    if (!width) return;
    const ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.style.height = `${height}px`;
    const ink = this.canvas.getContext('2d');
    this.#rows(ink, ratio);
    ink.scale(ratio, ratio);
    this.#labels(ink);
    this.#showMark();
  }

  // What each column of pixels of a row shows: movement 0 to 1 or -1 where nothing is known, and whether it was slept.
  #columns(day, count) {
    const { values, bin_min: bin } = this.rhythm;
    const first = day * this.perDay;
    const level = new Float32Array(count);
    const slept = new Uint8Array(count);
    for (let column = 0; column < count; column += 1) {
      const from = first + Math.floor((column * SHOWN_MIN) / count / bin);
      const to = Math.max(from + 1, first + Math.floor(((column + 1) * SHOWN_MIN) / count / bin));
      let sum = 0;
      let known = 0;
      for (let at = from; at < to && at < values.length; at += 1) {
        if (this.asleep[at]) slept[column] = 1;
        if (values[at] === null) continue;
        sum += values[at];
        known += 1;
      }
      // A square root: what is quiet can be told from what is still.
      level[column] = known ? Math.sqrt(Math.min(1, sum / known / this.full)) : -1;
    }
    return { level, slept };
  }

  #rows(ink, ratio) {
    const { x, y, w, row } = this.area;
    const [left, count] = [Math.round(x * ratio), Math.round(w * ratio)];
    const [paper, motion, sleep, hole] = ['surface-2', 'motion', 'stage-asleep', 'hatch'].map(channels);
    const bars = row >= rem(LOWEST_BAR);
    // From nothing to all of the colour of movement, over the paper and over what is slept.
    const shades = [paper, mixed(paper, sleep, 0.35)].map((behind) => Uint32Array.from({ length: 256 }, (_, step) => packed(mixed(behind, motion, step / 255))));
    const [unknown, stripe] = [packed(hole), Math.round(6 * ratio)];
    for (let day = 0; day < this.days; day += 1) {
      const top = Math.round((y + day * row) * ratio);
      const high = Math.max(1, Math.round((y + (day + 1) * row) * ratio) - top - (bars ? Math.round(ratio * 2) : row > rem(0.3) ? 1 : 0));
      const image = ink.createImageData(count, high);
      const pixels = new Uint32Array(image.data.buffer);
      const { level, slept } = this.#columns(day, count);
      for (let column = 0; column < count; column += 1) {
        const strong = Math.max(0, level[column]);
        const shade = shades[slept[column]];
        const [empty, full] = [shade[0], shade[bars ? 255 : Math.round(strong * 255)]];
        const bar = bars ? high - strong * high : 0;
        for (let line = 0, at = column; line < high; line += 1, at += count) {
          if (level[column] >= 0) pixels[at] = line >= bar ? full : empty;
          else pixels[at] = (column + line + top) % stripe < ratio ? unknown : empty;
        }
      }
      ink.putImageData(image, left, top);
    }
  }

  #labels(ink) {
    const { x, y, w, row } = this.area;
    ink.font = `${rem(0.75)}px ${getComputedStyle(document.body).fontFamily}`;
    ink.fillStyle = color('muted');
    ink.textBaseline = 'alphabetic';
    ink.textAlign = 'center';
    const step = w < rem(30) ? 12 : 6;
    for (let hour = 0; hour <= 48; hour += step) {
      const at = x + (hour / 48) * w;
      ink.fillText(hour % 24 === 0 && hour === 48 ? '24' : two(hour % 24), Math.min(at, x + w - rem(0.4)), y - rem(0.85));
      ink.fillRect(Math.round(at), y - rem(0.25), 1, rem(0.2));
    }
    this.#hours(ink);
    ink.fillStyle = color('muted');
    ink.textAlign = 'right';
    ink.textBaseline = 'middle';
    const every = Math.max(1, Math.ceil(rem(1.25) / row));
    for (let day = 0; day < this.days; day += every) {
      const date = addDays(this.rhythm.from, day);
      const text = this.days > 100 ? `${shortDate(date).split(' ').slice(2).join(' ')} ${date.slice(2, 4)}` : shortDate(date).replace(',', '').split(' ').slice(this.days > 40 ? 1 : 0).join(' ');
      if (this.days > 100 && day > 0 && addDays(this.rhythm.from, day - every).slice(0, 7) === date.slice(0, 7)) continue;
      ink.fillText(text, x - rem(0.5), y + (day + 0.5) * row, x - rem(0.6));
    }
  }

  // The least active 5 and the most active 10 hours, in both halves.
  #hours(ink) {
    const { x, y, w } = this.area;
    for (const [onset, hours, name] of [[this.rhythm.figures.l5_onset, 5, 'stage-asleep'], [this.rhythm.figures.m10_onset, 10, 'motion']]) {
      if (!onset) continue;
      const [hour, minute] = onset.split(':').map(Number);
      ink.fillStyle = color(name);
      for (const shift of [-24, 0, 24]) {
        const from = Math.max(0, hour + minute / 60 + shift);
        const to = Math.min(48, hour + minute / 60 + shift + hours);
        if (to > from) ink.fillRect(x + (from / 48) * w, y - rem(0.6), ((to - from) / 48) * w, rem(0.3));
      }
    }
  }

  /** Reads a day and a minute of its row, or nothing with null. */
  point(place) {
    this.place = place && { day: Math.max(0, Math.min(this.days - 1, place.day)), minute: Math.max(0, Math.min(SHOWN_MIN - 1, place.minute)) };
    this.#note();
    this.#showMark();
  }

  #note() {
    if (!this.place) return setText(this.readout, t('Point at the picture, or move through it with the arrow keys.'));
    const { values, bin_min: bin, from } = this.rhythm;
    const minute = this.place.day * DAY_MIN + Math.floor(this.place.minute / bin) * bin;
    const value = values[minute / bin];
    const date = addDays(from, Math.floor(minute / DAY_MIN));
    const parts = [`${longDate(date)}, ${clock(minute)}`, minute / bin >= values.length ? t('after these days') : value === null ? t('not known') : `${value} ${this.unit}`];
    const sleep = this.rhythm.sleeps.find(({ start_min: start, end_min: end }) => minute >= start && minute < end);
    const slept = sleep ? `, ${t`sleep from ${clock(sleep.start_min)} to ${clock(sleep.end_min)}`}` : '';
    return setText(this.readout, parts.join(': ') + slept);
  }

  #showMark() {
    this.mark.hidden = !this.place || !this.area;
    if (this.mark.hidden) return;
    const { x, y, w, row } = this.area;
    const width = Math.max(3, (this.rhythm.bin_min / SHOWN_MIN) * w);
    Object.assign(this.mark.style, {
      left: `${x + (this.place.minute / SHOWN_MIN) * w}px`, top: `${y + this.place.day * row}px`, width: `${width}px`, height: `${Math.max(row, 4)}px`,
    });
  }

  #bind() {
    const { signal } = this;
    const placeOf = (event) => {
      const box = this.plot.getBoundingClientRect();
      const { x, y, w, row } = this.area;
      const [across, down] = [event.clientX - box.left - x, event.clientY - box.top - y];
      return across < 0 || across > w || down < 0 || down > row * this.days ? null : { day: Math.floor(down / row), minute: (across / w) * SHOWN_MIN };
    };
    this.plot.addEventListener('pointermove', (event) => this.point(placeOf(event)), { signal });
    this.plot.addEventListener('pointerdown', (event) => this.point(placeOf(event)), { signal });
    this.plot.addEventListener('pointerleave', (event) => { if (event.pointerType === 'mouse') this.point(null); }, { signal });
    this.plot.addEventListener('dblclick', () => this.#open(), { signal });
    const MOVES = {
      ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [-7, 0], PageDown: [7, 0], Home: [0, -SHOWN_MIN], End: [0, SHOWN_MIN],
    };
    this.element.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Enter') this.#open();
      else if (event.key === 'Escape') this.point(null);
      else if (MOVES[event.key]) {
        const [days, steps] = MOVES[event.key];
        const from = this.place ?? { day: 0, minute: DAY_MIN - 60 - (steps > 0 ? 60 : 0) };
        const step = event.shiftKey ? 60 : this.rhythm.bin_min;
        this.point(this.place ? { day: from.day + days, minute: from.minute + steps * (Math.abs(steps) > 1 ? 1 : step) } : from);
      } else return;
      event.preventDefault();
    }, { signal });
  }

  // The night that the reading mark lies in.
  #open() {
    if (!this.place) return;
    const minute = this.place.day * DAY_MIN + this.place.minute;
    const sleep = this.rhythm.sleeps.find(({ start_min: start, end_min: end }) => minute >= start && minute < end);
    if (sleep) this.open(sleep.date);
  }
}
