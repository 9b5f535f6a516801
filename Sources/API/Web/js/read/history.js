// Earlier sessions with the course of their load.

import * as api from '../api.js';
import { fill, h } from '../dom.js';
import { minutes, number } from '../format.js';
import { locale, t } from '../language.js';
import { failure, skeleton } from '../states.js';
import { bookmark } from './bookmark.js';
import { loadCurve } from './curve.js';

const when = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

function item(session, signal) {
  const { summary } = session;
  const facts = [
    session.ended_s ? minutes((session.ended_s - session.started_s) / 60) : bookmark()?.id === session.id ? t('goes on') : t('goes on in another browser or program'),
    summary?.words ? t`${summary.words} words` : null,
    summary?.reading_speed ? t`${number(summary.reading_speed)} words/min` : null,
    summary?.mean_load !== null && summary?.mean_load !== undefined ? t`mean load ${number(summary.mean_load, 2)}` : null,
  ].filter(Boolean).join(' · ');
  const curve = h('div');
  const details = h('details', null, h('summary', null, t('Load curve')), curve);
  details.addEventListener('toggle', async () => {
    if (!details.open || curve.childElementCount) return;
    try {
      const one = await api.session(session.id, signal);
      fill(curve, loadCurve(one.loads, one.started_s));
    } catch (problem) {
      fill(curve, h('p', { class: 'small' }, problem.detail ?? t('It could not be loaded.')));
    }
  });
  return h('li', null,
    h('strong', null, session.title || t('Untitled')), h('p', { class: 'muted small' }, `${when.format(session.started_s * 1000)} · ${facts}`), details);
}

export async function showHistory(host, signal) {
  if (!host.childElementCount) fill(host, skeleton(t('Loading earlier sessions'), 4));
  try {
    const { sessions } = await api.sessions(signal);
    if (signal.aborted) return;
    fill(host, sessions.length
      ? h('ol', { class: 'session-list' }, sessions.map((session) => item(session, signal)))
      : h('p', { class: 'muted', data: { state: 'empty' } }, t('You have not read anything here yet.')));
  } catch (problem) {
    if (!signal.aborted) fill(host, failure(problem, () => showHistory(host, signal)));
  }
}
