// Sleep states: their order on the chart, names, colours and runs.

import { t } from '../language.js';

/** From the top of the chart down; `level` is the height at which a state is drawn. */
export const STAGES = {
  A: { name: t('Awake'), color: 'stage-awake', level: 4 },
  R: { name: t('REM'), color: 'stage-rem', level: 3 },
  L: { name: t('Light|sleep'), color: 'stage-light', level: 2 },
  D: { name: t('Deep|sleep'), color: 'stage-deep', level: 1 },
  S: { name: t('Asleep'), color: 'stage-asleep', level: 2 },
  N: { name: t('Not worn'), color: null, level: null },
  '?': { name: t('Unknown'), color: null, level: null },
};

/** The names of the states in the minutes of a night. */
export const MINUTES = { A: 'awake', R: 'rem', L: 'light', D: 'deep', S: 'asleep', N: 'not_worn', '?': 'unknown' };

/** True when the night tells kinds of sleep apart. */
export function isStaged(values) {
  return /[RLD]/.test(values);
}

/** Runs of one state: [{state, start, end}], in seconds. */
export function runs({ start_s: start, epoch_s: epoch, values }) {
  const found = [];
  for (let index = 0; index < values.length; index += 1) {
    const last = found.at(-1);
    if (last && last.state === values[index]) last.end += epoch;
    else found.push({ state: values[index], start: start + index * epoch, end: start + (index + 1) * epoch });
  }
  return found;
}

/** Minutes of each state within a span: a Map in the order of the chart. */
export function totals(all, start, end) {
  const sums = new Map();
  for (const key of Object.keys(STAGES)) {
    let seconds = 0;
    for (const run of all) {
      if (run.state === key) seconds += Math.max(0, Math.min(run.end, end) - Math.max(run.start, start));
    }
    if (seconds > 0) sums.set(key, seconds / 60);
  }
  return sums;
}
