// The tracks that a night has, as descriptions that TrackStack draws.

import { number } from '../format.js';
import { roundTicks } from '../axis.js';
import { t } from '../language.js';
import { color, hatch } from '../theme.js';
import { labelGaps } from './shading.js';
import { isStaged, runs, STAGES } from './stages.js';

const known = (value) => value !== null && value !== undefined;

function valueAt(values, { start_s: start, epoch_s: epoch }, time) {
  return values[Math.floor((time - start) / epoch)];
}

// Whether any epoch that lies wholly within a span has a value; a hole shorter than an epoch leaves values around it.
function coverage(values, { start_s: start, epoch_s: epoch }, isKnown = known) {
  return (from, to) => {
    const first = Math.max(0, Math.ceil((from - start) / epoch));
    const end = Math.min(values.length, Math.floor((to - start) / epoch));
    return first >= end || values.slice(first, end).some(isKnown);
  };
}

function rowsOf(values, { start_s: start, epoch_s: epoch }) {
  return values.map((value, index) => [(start + index * epoch) * 1000, value ?? null]);
}

function curve(key, title, unit, ink, values, tracks, { decimals = 0, floor, top, ticks, height = 92, fill = false, step = false }) {
  if (!values?.some(known)) return null;
  const present = values.filter(known);
  const low = present.reduce((a, b) => Math.min(a, b));
  const high = present.reduce((a, b) => Math.max(a, b));
  const mean = present.reduce((a, b) => a + b, 0) / present.length;
  const rangeOf = (least, most) => [floor ?? least - (most - least) * 0.1 - 1, top ?? most + (most - least) * 0.08 + 1];
  const valueRange = rangeOf(low, high);
  return {
    key, title, unit, ink, height, fill, step, valueRange,
    rows: rowsOf(values, tracks), hasData: coverage(values, tracks),
    ticks: ticks ?? roundTicks(valueRange, height > 100 ? 4 : 3),
    hasGrid: true,
    // The scale follows what is shown, where it is not fixed.
    scale: top === undefined && ((from, to) => {
      const seen = values.slice(Math.max(0, Math.floor((from - tracks.start_s) / tracks.epoch_s)), Math.ceil((to - tracks.start_s) / tracks.epoch_s)).filter(known);
      if (!seen.length) return null;
      const range = rangeOf(seen.reduce((a, b) => Math.min(a, b)), seen.reduce((a, b) => Math.max(a, b)));
      return { valueRange: range, ticks: roundTicks(range, height > 100 ? 4 : 3) };
    }),
    summary: t`${title}: from ${number(low, decimals)} to ${number(high, decimals)} ${unit}, mean ${number(mean, decimals)}`,
    read: (time) => {
      const value = valueAt(values, tracks, time);
      return known(value) ? `${title.toLowerCase()} ${number(value, decimals)} ${unit}` : null;
    },
  };
}

function stateTrack(night) {
  const { states } = night;
  const staged = isStaged(states.values);
  const trust = night.staging?.validated === false ? t('estimated, unvalidated') : t('estimated');
  const all = runs(states);
  // Two states share the picture of four: awake above, asleep below.
  const level = (state) => (staged ? STAGES[state].level : { A: 2, S: 1 }[state] ?? null);
  const rows = staged ? 4 : 2;
  const names = staged ? ['A', 'R', 'L', 'D'] : ['A', 'S'];
  return {
    key: 'states', title: staged ? t('Stages') : t('Sleep and wake'), unit: staged ? trust : '', ink: 'stage-asleep',
    height: staged ? 148 : 84, rows: [[states.start_s * 1000, 0], [(states.start_s + states.values.length * states.epoch_s) * 1000, 0]],
    hasData: coverage([...states.values], states, (state) => state !== '?'),
    valueRange: [0, rows + 0.35],
    ticks: names.map((state) => ({ v: level(state) - 0.3, label: STAGES[state].name })),
    summary: staged ? t('Stages of sleep over the night; the table below lists them') : t('Sleep and wake over the night; the table below lists them'),
    paint: (context, area, graph) => {
      paintStates(context, area, graph, all, level);
      labelGaps(context, area, graph, night.gaps ?? []);
    },
    read: (time) => STAGES[states.values[Math.floor((time - states.start_s) / states.epoch_s)]]?.name,
  };
}

function paintStates(context, area, graph, all, level) {
  const x = (time) => Math.min(area.x + area.w, Math.max(area.x, graph.toDomXCoord(time * 1000)));
  const y = (value) => graph.toDomYCoord(value);
  let previous = null;
  context.save();
  for (const run of all) {
    const stage = STAGES[run.state];
    const height = stage && level(run.state);
    const [left, right] = [x(run.start), x(run.end)];
    if (right <= left || !height) {
      if (right > left) paintUnknown(context, area, left, right, run.state === 'N');
      previous = null;
      continue;
    }
    const top = y(height);
    const wide = Math.max(right - left, 1);
    context.fillStyle = color(stage.color);
    // Sleep stands on the ground; being awake is a line, not a wall.
    context.globalAlpha = run.state === 'A' ? 0.07 : 0.22;
    context.fillRect(left, top, wide, area.y + area.h - top);
    context.globalAlpha = 1;
    context.fillRect(left, top, wide, y(height - 0.62) - top);
    if (run.state === 'D' || run.state === 'R') {
      context.fillStyle = hatch(context, color('surface'), 5, run.state === 'R');
      context.globalAlpha = 0.45;
      context.fillRect(left, top, wide, y(height - 0.62) - top);
      context.globalAlpha = 1;
    }
    if (previous !== null && previous !== height) {
      context.fillStyle = color('line-strong');
      context.fillRect(left - 0.5, Math.min(top, y(previous)), 1, Math.abs(y(previous) - top));
    }
    previous = height;
  }
  context.restore();
}

// Not worn leans the other way than not known.
function paintUnknown(context, area, left, right, isUnworn) {
  context.fillStyle = hatch(context, color('hatch'), isUnworn ? 5 : 7, isUnworn);
  context.globalAlpha = isUnworn ? 0.6 : 0.35;
  context.fillRect(left, area.y, right - left, area.h);
  context.globalAlpha = 1;
}

function wearTrack(wear, tracks) {
  if (!wear?.some(known)) return null;
  const share = wear.filter((value) => value === 1).length / wear.filter(known).length;
  return {
    key: 'wear', title: t('Wear'), unit: '', ink: 'motion', height: 40, fill: true, step: true,
    rows: rowsOf(wear, tracks), hasData: coverage(wear, tracks), valueRange: [-0.05, 1.25],
    ticks: [{ v: 1, label: t('Worn') }, { v: 0.08, label: t('Off') }],
    summary: t`Worn ${Math.round(share * 100)} % of the time that is known`,
    read: (time) => ({ 1: t('worn'), 0: t('not worn') })[valueAt(wear, tracks, time)] ?? null,
  };
}

/** The tracks of a night, those without any value left out, and the titles of those. */
export function tracksOf(night) {
  const { tracks, states } = night;
  const activity = tracks?.counts?.some(known)
    ? curve('activity', t('Activity'), t('counts'), 'motion', tracks.counts, tracks, { floor: 0, fill: true })
    : curve('activity', t('Activity'), 'mg', 'motion', tracks?.enmo_mg, tracks, { decimals: 1, floor: 0, fill: true });
  const candidates = [
    [t('Sleep and wake'), states?.values ? stateTrack(night) : null],
    [t('Heart rate'), curve('heart_rate', t('Heart rate'), 'bpm', 'heart', tracks?.heart_rate, tracks, { height: 110 })],
    [t('Activity'), activity],
    [t('Arm angle'), curve('angle', t('Arm angle'), '°', 'accent', tracks?.angle_z_deg, tracks, { floor: -95, top: 95, height: 74, ticks: [-90, 0, 90].map((v) => ({ v, label: `${v}`.replace('-', '−') })) })],
    [t('Load'), curve('load', t('Load'), '', 'moon', tracks?.load, tracks, { decimals: 2, floor: 0, top: 1.08, height: 74, ticks: [0, 0.4, 0.7, 1].map((v) => ({ v, label: `${v}` })) })],
    [t('Wear'), wearTrack(tracks?.wear, tracks)],
  ];
  return {
    shown: candidates.map(([, track]) => track).filter(Boolean),
    absent: candidates.filter(([title, track]) => !track && title !== t('Arm angle')).map(([title]) => title),
  };
}
