// What the day came to so far, each figure beside what is usual for the person.

import { between, METRICS, trend, usual, written } from '../days.js';
import { h, icon, setText } from '../dom.js';
import { addDays, MISSING, sentence } from '../format.js';
import { t } from '../language.js';

const USUAL_DAYS = 28;

function tile(metric, summary) {
  const { title, about } = METRICS[metric];
  const value = summary?.[metric] ?? null;
  const range = h('p', { class: 'small muted usual' });
  const element = h('li', { class: `metric ${value === null ? 'missing' : ''}`, data: { metric, value: value ?? '' } },
    h('h3', null, h('a', { href: `/trends?metric=${metric}` }, title)),
    h('p', { class: 'metric-value num' }, value === null ? MISSING : written(metric, value)),
    range,
    h('details', { class: 'how small' }, h('summary', null, value === null ? t('Why') : t('How')),
      h('p', null, t`${about}.`),
      h('p', { class: 'muted' }, value === null
        ? t`${sentence(summary?.reasons?.[metric] ?? t('the gateway gave no reason'))}.`
        : t`${sentence(summary?.methods?.[metric] ?? t('the gateway names no method'))}.`)));
  return { element, range };
}

/** A section with `element`, and `start` that asks what is usual. */
export function figures(summary, person, signal) {
  const tiles = Object.keys(METRICS).map((metric) => [metric, tile(metric, summary)]);
  const hasAny = tiles.some(([metric]) => (summary?.[metric] ?? null) !== null);
  const element = h('section', { 'aria-labelledby': 'figures-title' },
    h('h2', { id: 'figures-title', class: 'section-title' }, t("Today's figures")),
    summary?.stale && hasAny && h('p', { class: 'muted small' }, icon('info'), t('Nothing has come for six hours.')),
    h('ul', { class: 'metrics' }, tiles.map(([, { element: one }]) => one)));

  async function ask([metric, { range }]) {
    try {
      const before = usual(await trend(metric, { days: USUAL_DAYS, to: addDays(summary.date, -1), person }, signal));
      if (before) {
        setText(range, t`Usually ${between(metric, before.lower, before.upper)}`);
        range.title = t`The middle half of ${before.days} known days of the last ${USUAL_DAYS} before today`;
      }
    } catch {
      // Without what is usual the figure stands by itself.
    }
  }
  return { element, start: () => { if (summary) tiles.forEach(ask); } };
}
