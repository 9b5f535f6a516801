// A year of nights at a glance: twelve small months.

import { h } from '../dom.js';
import { addDays, longDate, monthName, monthWord, plural } from '../format.js';
import { t } from '../language.js';
import { COLOURS, shade, sureness } from './shades.js';

const UNSURE = { low: t('low confidence'), moderate: t('moderate confidence') };

export const nightLink = (night) => `/nights/${night.date}?device=${encodeURIComponent(night.device)}`;

function day(date, list, choice) {
  const own = String(Number(date.slice(8)));
  if (!list) return h('li', { class: 'year-day' }, h('span', { class: 'sr-only' }, t`${own}: no night`));
  const [night] = list;
  const found = shade(night, choice);
  const { field, spoken } = COLOURS[choice];
  const words = [longDate(date), found ? spoken(night[field]) : t('not known'), found && found.sure !== 'high' && UNSURE[sureness(night)], list.length > 1 && plural(list.length, 'recorder')].filter(Boolean).join(t(', '));
  return h('li', { class: 'year-day' }, h('a', {
    href: nightLink(night), 'aria-label': words, title: words,
    data: { date, level: found ? String(found.level) : 'none', sure: found?.sure ?? 'low', recorders: String(list.length) },
  }));
}

function month(name, days, choice) {
  const lead = (new Date(`${name}-01T00:00:00Z`).getUTCDay() + 6) % 7;
  const cells = Array.from({ length: lead }, () => h('li', { 'aria-hidden': 'true' }));
  let count = 0;
  for (let date = `${name}-01`; date.slice(0, 7) === name; date = addDays(date, 1)) {
    if (days.has(date)) count += 1;
    cells.push(day(date, days.get(date), choice));
  }
  return h('section', { class: 'year-month' },
    h('h2', null, h('a', { href: `/nights?month=${name}` }, monthWord(name)), h('span', { class: 'small muted' }, count ? ` ${count}` : '')),
    h('ol', { class: 'year-days', 'aria-label': t`Nights of ${monthName(name)}` }, cells));
}

/** The months of a year; `days` has the nights of each date, the one that leads first. */
export function yearGrid(year, days, choice) {
  return h('div', { class: 'card year', id: 'year' },
    Array.from({ length: 12 }, (_, index) => month(`${year}-${String(index + 1).padStart(2, '0')}`, days, choice)));
}
