// Today: last night, the heart now, what to do next, what is wrong, and what the day came to so far.

import * as api from '../api.js';
import { fill, h, icon } from '../dom.js';
import { addDays, longDate } from '../format.js';
import { t } from '../language.js';
import { load, skeleton } from '../states.js';
import { heartNow } from './heartNow.js';
import { nightCard } from './nightCard.js';
import { nextStep, attention } from './needs.js';
import { figures } from './figures.js';
import { tour, tourOffer } from './tour.js';
import { insightCard } from './insight.js';

const SETTLE_MS = 1500;

async function newestNight({ device, person }, last, signal) {
  // The dashboard knows of all recorders; with one chosen, the newest is its own.
  const entry = device ? (await api.nights(null, null, { person, device, limit: 1 }, signal)).nights[0] ?? null : last;
  return entry && api.night(entry.date, entry.device, signal);
}

// Only what says something else takes the place of what is there, with whatever has the focus in it.
function renew(host, content) {
  const text = JSON.stringify(content.flat(2).map((one) => one?.outerHTML ?? null));
  if (host.told === text) return;
  host.told = text;
  fill(host, content);
}

export async function mount({ root, signal, selection, feed, live, surroundings, markSynthetic, query }) {
  const choice = { person: selection.person, device: selection.device };
  const suffix = choice.person ? `?person=${choice.person}` : '';
  const heart = heartNow(live, surroundings, selection, feed, signal);
  let isFirst = true;
  let redraw = null;
  let meaning = null;

  async function view() {
    const [dashboard, readiness] = await Promise.all([
      api.get(`/dashboard${suffix}`, signal), api.readiness(signal).catch(() => null)]);
    const night = await newestNight(choice, dashboard.last_night, signal);
    const today = dashboard.summary?.date ?? null;
    markSynthetic(Boolean(night?.synthetic) || heart.isSynthetic());
    const step = h('section', { class: 'card today-next', 'aria-labelledby': 'next-title' });
    const wrong = h('section', { class: 'card needs', 'aria-labelledby': 'needs-title' });
    const insight = insightCard(choice.person, signal);
    meaning = insight;
    const day = figures(dashboard.summary, choice.person, signal);
    const page = h('div', { class: 'page today' },
      h('header', { class: 'page-head' }, h('div', null, h('h1', null, t('Today')),
        h('p', { class: 'muted' }, [today && longDate(today), dashboard.summary?.person].filter(Boolean).join(' · ')))),
      tourOffer(),
      h('div', { class: 'today-grid' }, nightCard(night, today, addDays), heart.element),
      insight.element,
      h('div', { class: 'today-grid even' }, step, wrong),
      day.element);
    const state = { dashboard, night, today, readiness, surroundings, person: choice.person };
    redraw = () => {
      renew(step, nextStep(state));
      renew(wrong, attention(state));
    };
    redraw();
    return { element: page, start: () => { heart.start(); insight.start(); day.start(); } };
  }
  const draw = async () => {
    const before = isFirst ? null : [...root.childNodes];
    await load(root, signal, () => before ?? skeleton(t('Loading today'), 3.5, 19, 8, 12), view);
    isFirst = false;
  };
  // Much may be told at once, as when an import ends; it is asked for once.
  let waiting = null;
  const later = () => { waiting ??= setTimeout(() => { waiting = null; draw(); }, SETTLE_MS); };
  signal.addEventListener('abort', () => clearTimeout(waiting));
  let devices = null;
  surroundings.addEventListener('change', () => {
    redraw?.();
    if (!surroundings.ready) return;
    const now = surroundings.known.map(({ id }) => id).join();
    if (devices !== null && devices !== now) later();
    devices = now;
  }, { signal });
  for (const name of ['nights', 'household']) feed.addEventListener(name, later, { signal });
  feed.addEventListener('insight.created', () => meaning?.start(), { signal });
  await draw();
  if (query.has('tour') && !signal.aborted) tour();
}
