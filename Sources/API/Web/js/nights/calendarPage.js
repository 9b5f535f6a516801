// Nights of a month, a calendar where there is room and a list on a phone, or of a year at a glance.

import * as api from '../api.js';
import { h, icon } from '../dom.js';
import { addDays, clockMinutes, longDate, minutes, monthName, monthWord, number, plural, share, shortDate } from '../format.js';
import { t } from '../language.js';
import { empty, load, skeleton } from '../states.js';
import { trust } from '../words.js';
import { COLOURS, colour, setColour, shade } from './shades.js';
import { nightLink, yearGrid } from './yearGrid.js';

const DAYS = [t('Mon'), t('Tue'), t('Wed'), t('Thu'), t('Fri'), t('Sat'), t('Sun')];
const thisMonth = () => new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 7);

function shift(month, by) {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + by);
  return date.toISOString().slice(0, 7);
}

const known = (value) => value !== null && value !== undefined;

// One night a day leads: the one that is shown of its person and date; the others stay one click away.
function byDay(nights) {
  const days = new Map();
  for (const night of nights) {
    const list = days.get(night.date) ?? [];
    list.push(night);
    list.sort((a, b) => Number(Boolean(b.preferred_by)) - Number(Boolean(a.preferred_by)) || (b.confidence ?? -1) - (a.confidence ?? -1));
    days.set(night.date, list);
  }
  return days;
}

// A band in the colour of a night, hatched where it is not sure.
function band(night, choice) {
  const found = shade(night, choice);
  return h('span', { class: 'band', 'aria-hidden': 'true', data: { level: found ? String(found.level) : 'none', sure: found?.sure ?? 'low' } });
}

function spoken(list) {
  const [night] = list;
  return [longDate(night.date), known(night.total_sleep_min) ? t`asleep ${minutes(night.total_sleep_min)}` : t('sleep not known'),
    known(night.efficiency_percent) && t`efficiency ${number(night.efficiency_percent)} percent`,
    trust(night.confidence) && t`${trust(night.confidence).word.toLowerCase()} confidence`, night.synthetic && t('synthetic'), list.length > 1 && plural(list.length, 'recorder')].filter(Boolean).join(t(', '));
}

function cell(day, list, today, choice) {
  const number_ = h('span', { class: 'day-number num' }, String(Number(day.slice(8))));
  const classes = `day ${day === today ? 'today' : ''}`;
  if (!list) return h('li', { class: classes }, number_);
  const [night] = list;
  return h('li', { class: `${classes} has-night`, data: { date: day } },
    h('a', { href: nightLink(night), 'aria-label': spoken(list) },
      number_, list.length > 1 && h('span', { class: 'more small' }, plural(list.length, 'recorder')),
      h('span', { class: 'day-sleep num' }, clockMinutes(night.total_sleep_min)),
      h('span', { class: 'bands' }, list.slice(0, 3).map((one) => band(one, choice))),
      h('span', { class: 'day-efficiency small num' }, [known(night.efficiency_percent) ? `${number(night.efficiency_percent)} %` : t('not known'), shade(night, choice)?.sure === 'low' && t('not sure')].filter(Boolean).join(' · ')),
      night.synthetic && h('span', { class: 'day-synthetic' }, t('Synthetic'))));
}

function calendar(month, days, choice) {
  const first = `${month}-01`;
  const lead = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  const today = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  const cells = [];
  for (let blank = 0; blank < lead; blank += 1) cells.push(h('li', { class: 'day blank', 'aria-hidden': 'true' }));
  for (let day = first; day.slice(0, 7) === month; day = addDays(day, 1)) cells.push(cell(day, days.get(day), today, choice));
  return h('div', { class: 'card calendar' },
    h('div', { class: 'weekdays', 'aria-hidden': 'true' }, DAYS.map((name) => h('span', null, name))),
    h('ol', { class: 'days', id: 'calendar', 'aria-label': t`Nights of ${monthName(month)}` }, cells));
}

function listItem(night, choice) {
  const word = trust(night.confidence);
  return h('li', null, h('a', { class: 'card night-row', href: nightLink(night), data: { date: night.date } },
    h('span', { class: 'row-date' }, h('strong', null, shortDate(night.date)), h('span', { class: 'small muted row-device' }, night.device_name ?? night.device, night.synthetic && h('span', { class: 'tag synthetic' }, t('Synthetic')))),
    h('span', { class: 'row-sleep num' }, minutes(night.total_sleep_min)),
    h('span', { class: 'row-detail small muted num' },
      known(night.efficiency_percent) ? t`Efficiency ${number(night.efficiency_percent)} %` : t('Efficiency not known'),
      word && t` · confidence ${word.word.toLowerCase()}, ${share(night.confidence)}`),
    icon('right'),
    band(night, choice)));
}

// Of each day the night that leads: two devices of one night are no two nights.
function summary(nights) {
  const slept = nights.map((night) => night.total_sleep_min).filter(known);
  if (!slept.length) return plural(nights.length, 'night');
  const mean = slept.reduce((a, b) => a + b, 0) / slept.length;
  return t`${plural(nights.length, 'night')} · ${minutes(mean)} asleep on average`;
}

function nothing(when, isFirst) {
  return empty('moon', isFirst ? t('No nights yet') : t`No nights in ${when}`,
    h('p', { class: 'muted' }, isFirst
      ? t('A night appears here in the morning after you wore a device, or as soon as you import a recording.')
      : t('Choose another month or year, or go to the latest night.')),
    h('div', { class: 'actions' },
      h('a', { class: 'button primary', href: '/import' }, icon('upload'), t('Import a recording')),
      !isFirst && h('a', { class: 'button', href: '/nights/latest' }, t('Latest night'))));
}

// Whose nights these are, where others are left out.
function chosen({ person, personName, deviceName }) {
  const parts = [person !== null && t`of ${personName ?? t('one person')}`, deviceName && t`from ${deviceName}`].filter(Boolean);
  return parts.length ? t`Only nights ${parts.join(t(', '))}` : null;
}

// What colour means: a choice, and what each strength stands for.
function colours(choice, change) {
  return h('div', { class: 'colour-line' },
    h('fieldset', { class: 'segments', id: 'colour' }, h('legend', { class: 'sr-only' }, t('What colour means')), Object.entries(COLOURS).map(([value, { word }]) => h('label', null,
      h('input', { type: 'radio', name: 'colour', value, checked: value === choice, onchange: () => change(value) }), h('span', null, word)))),
    h('ul', { class: 'legend', 'aria-label': t('Legend') },
      COLOURS[choice].levels.map((words, level) => h('li', null, h('span', { class: 'swatch', data: { level: String(level), sure: 'high' } }), words)),
      h('li', null, h('span', { class: 'swatch', data: { level: '2', sure: 'low' } }), t('Not sure: never the strongest'))));
}

const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));

// Where one is, and jumps to any month or year that there is; `years` counts the nights of each.
function jumps({ year, month }, years, go) {
  const step = (by) => (month === null ? `/nights?year=${String(Number(year) + by).padStart(4, '0')}` : `/nights?month=${shift(`${year}-${month}`, by)}`);
  const word = (by) => (month === null ? String(Number(year) + by) : monthName(shift(`${year}-${month}`, by)));
  const [before, after] = month === null ? [t('Previous year'), t('Next year')] : [t('Previous month'), t('Next month')];
  const arrow = (by, label, symbol) => h('a', { class: 'button round', href: step(by), 'aria-label': `${label}: ${word(by)}` }, icon(symbol));
  const list = [...new Set([...years.keys(), year])].sort().reverse();
  return h('nav', { class: 'month-nav', 'aria-label': t('Month and year') },
    arrow(-1, before, 'left'),
    h('select', { id: 'month', 'aria-label': t('Month'), onchange: (event) => go(year, event.target.value || null) },
      h('option', { value: '', selected: month === null }, t('Whole year')),
      MONTHS.map((one) => h('option', { value: one, selected: one === month }, monthWord(`2000-${one}`)))),
    h('select', { id: 'year-choice', 'aria-label': t('Year'), onchange: (event) => go(event.target.value, month) },
      list.map((one) => h('option', { value: one, selected: one === year }, years.has(one) ? `${one} (${years.get(one)})` : one))),
    arrow(1, after, 'right'));
}

function page(when, nights, years, selection, choice, go, recolour) {
  const name = when.month === null ? when.year : monthName(`${when.year}-${when.month}`);
  const days = byDay(nights);
  const view = () => (when.month === null
    ? yearGrid(when.year, days, choice)
    : [calendar(`${when.year}-${when.month}`, days, choice), h('ol', { class: 'night-list', 'aria-label': t('Nights, oldest first') }, nights.map((night) => listItem(night, choice)))]);
  return h('div', { class: 'page nights', data: { shown: when.month === null ? when.year : `${when.year}-${when.month}` } },
    h('header', { class: 'page-head' },
      h('div', null, h('h1', null, name),
        h('p', { class: 'muted' }, [nights.length ? summary([...days.values()].map(([night]) => night)) : t('No nights'), chosen(selection)].filter(Boolean).join(' · '))),
      h('div', { class: 'calendar-tools' }, jumps(when, years, go), h('a', { class: 'button', href: '/nights/latest' }, t('Latest night')))),
    nights.length ? [colours(choice, recolour), view()] : nothing(name, years.size === 0));
}

// The year and the month of an address, in the centuries that recorders can be set to; a year alone is shown whole, and
// nothing leaves it to the nights.
function asked(query) {
  const [, year, month] = /^((?:1[89]|2[01])\d{2})-(0[1-9]|1[0-2])$/.exec(query.get('month') ?? '') ?? [];
  if (year) return { year, month };
  return /^(1[89]|2[01])\d{2}$/.test(query.get('year') ?? '') ? { year: query.get('year'), month: null } : null;
}

export async function mount({ root, signal, query, feed, selection, navigate, markSynthetic, setTitle }) {
  const wish = asked(query);
  const go = (year, month) => navigate(month === null ? `/nights?year=${year}` : `/nights?month=${year}-${month}`);
  const show = async () => {
    const all = (await api.nights(null, null, { person: selection.person, device: selection.device }, signal)).nights;
    const years = new Map();
    for (const date of new Set(all.map((night) => night.date))) years.set(date.slice(0, 4), (years.get(date.slice(0, 4)) ?? 0) + 1);
    const today = thisMonth();
    // Without a month in the address, the latest night decides which month to open.
    const opened = wish === null && !all.some(({ date }) => date.startsWith(today)) ? all[0]?.date ?? today : today;
    const when = wish ?? { year: opened.slice(0, 4), month: opened.slice(5, 7) };
    const nights = all.filter(({ date }) => date.startsWith(when.month === null ? when.year : `${when.year}-${when.month}`))
      .sort((a, b) => a.date.localeCompare(b.date));
    markSynthetic(nights.some((night) => night.synthetic));
    setTitle(t`Nights of ${when.month === null ? when.year : monthName(`${when.year}-${when.month}`)}`);
    const element = () => page(when, nights, years, selection, colour(), go, (choice) => {
      setColour(choice);
      root.replaceChildren(element());
      root.querySelector('#colour input:checked').focus();
    });
    return element();
  };
  const draw = (waiting) => load(root, signal, waiting, show);
  await draw(() => skeleton(t('Loading nights'), 3.5, 30));
  feed.addEventListener('nights', () => draw(() => [...root.childNodes]), { signal });
}
