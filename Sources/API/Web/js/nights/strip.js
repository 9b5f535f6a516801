// A night as a small picture: what was slept when, with the times below.

import { h, svg } from '../dom.js';
import { minutes } from '../format.js';
import { t } from '../language.js';
import { isStaged, runs, STAGES, totals } from './stages.js';

const WIDTH = 1000;
const HEIGHT = 96;
const AROUND_S = 1800;

// Where the night has no sleep period, all of it that is known is shown.
function span({ sleep_period: period, window, states }) {
  if (period) return [Math.max(window.start_s, period.start_s - AROUND_S), Math.min(window.end_s, period.end_s + AROUND_S)];
  const seen = runs(states).filter(({ state }) => STAGES[state]?.level);
  return seen.length ? [seen[0].start, seen.at(-1).end] : [window.start_s, window.end_s];
}

/** A figure with its own words for those who do not see it. */
export function nightStrip(night, clock) {
  if (!night.states?.values) return null;
  const [start, end] = span(night);
  const all = runs(night.states);
  const staged = isStaged(night.states.values);
  const x = (time) => ((Math.min(end, Math.max(start, time)) - start) / (end - start)) * WIDTH;
  const rows = staged ? 4 : 2;
  const level = (state) => (staged ? STAGES[state]?.level : { A: 2, S: 1 }[state]) ?? null;
  const inside = all.filter((run) => run.end > start && run.start < end);
  const bars = inside.map((run) => {
    const height = level(run.state);
    const wide = Math.max(1.2, x(run.end) - x(run.start));
    if (!height) return svg('rect', { x: x(run.start), y: 0, width: wide, height: HEIGHT, class: 'strip-unknown' });
    const top = HEIGHT - (height / rows) * HEIGHT;
    const part = (tall, faint) => svg('rect', { x: x(run.start), y: top, width: wide, height: tall, class: `fill-${STAGES[run.state].color}`, 'fill-opacity': faint });
    // Sleep stands on the ground; being awake is a line, not a wall.
    return [part(HEIGHT - top, run.state === 'A' ? 0.07 : 0.35), part((HEIGHT / rows) * 0.7, 1)];
  });
  const sums = [...totals(all, night.sleep_period?.start_s ?? start, night.sleep_period?.end_s ?? end)].filter(([, spent]) => spent >= 0.5);
  const words = sums.map(([state, spent]) => `${STAGES[state].name.toLowerCase()} ${minutes(spent)}`).join(t(', '));
  const times = clock.ticks(start, end, 6);
  return h('figure', { class: 'strip' },
    svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': t`The night from ${clock.time(start)} to ${clock.time(end)}: ${words}` }, bars),
    h('div', { class: 'strip-times num', 'aria-hidden': 'true' }, times.map((time) => {
      const label = h('span', null, clock.time(time));
      label.style.left = `${(x(time) / WIDTH) * 100}%`;
      return label;
    })),
    h('figcaption', { class: 'legend' }, sums.map(([state, spent]) => h('span', null,
      svg('svg', { class: 'swatch', viewBox: '0 0 14 14', 'aria-hidden': 'true' }, svg('rect', { width: 14, height: 14, rx: 4, class: STAGES[state].color ? `fill-${STAGES[state].color}` : 'fill-gap' })),
      `${STAGES[state].name} ${minutes(spent)}`))));
}
