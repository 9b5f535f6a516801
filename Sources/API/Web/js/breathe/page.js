// Breathe: in for four seconds, out for six, for a minute; stop at any time.

import * as api from '../api.js';
import { fill, h, icon, setText } from '../dom.js';
import { number, span } from '../format.js';
import { t } from '../language.js';
import { failure } from '../states.js';

function report(exercise) {
  const { report: score, before } = exercise;
  return h('section', { class: 'card', 'aria-labelledby': 'breath-report' },
    h('header', null, h('h2', { id: 'breath-report' }, t('What it did'))),
    h('p', null, exercise.summary),
    score && h('dl', { class: 'facts' },
      h('div', null, h('dt', null, t('Swing of the heart rate')), h('dd', null, `${number(score.hr_peak_to_trough_bpm, 1)}`), h('dd', { class: 'unit' }, '/min')),
      h('div', null, h('dt', null, t('Before')), h('dd', null, before ? number(before.hr_peak_to_trough_bpm, 1) : '–'), h('dd', { class: 'unit' }, '/min')),
      h('div', null, h('dt', null, t('Power at the pace of breathing')), h('dd', null, number(score.power_ms2)), h('dd', { class: 'unit' }, 'ms²'))),
    h('p', { class: 'muted small' }, t('Slow breathing moves the heart by itself: the load stays silent for two minutes more.')));
}

export async function mount({ root, feed, signal, announce }) {
  const circle = h('div', { class: 'breath-circle', 'aria-hidden': 'true' }, h('span', { class: 'breath-count', id: 'breath-count' }));
  const word = h('p', { class: 'breath-word', role: 'status', 'aria-live': 'polite', id: 'breath-word' });
  const actions = h('div', { class: 'read-actions' });
  const result = h('div');
  fill(root, h('div', { class: 'page' },
    h('header', { class: 'page-head' }, h('div', null, h('h1', null, t('Breathe')), h('p', { class: 'muted' }, t('Four seconds in, six seconds out, for a minute. Stop whenever you like, and if you feel dizzy.')))),
    h('section', { class: 'card breathe', 'aria-label': t('Breathing') }, circle, word, actions), result));
  const count = circle.firstChild;
  let timer = null;
  signal.addEventListener('abort', () => clearInterval(timer));

  function ready(text = t('Sit upright and at ease.')) {
    clearInterval(timer);
    circle.classList.remove('moving');
    circle.style.transform = '';
    setText(word, text);
    setText(count, '');
    fill(actions, h('button', { class: 'button primary', type: 'button', id: 'breath-start', onclick: start }, icon('play'), t('Begin')));
  }

  async function start() {
    fill(result);
    try {
      follow(await api.change('/breathing', 'POST', { pattern: '4-6', seconds: 60 }));
    } catch (problem) {
      if (problem.status === 429) ready(problem.detail);
      else fill(result, failure(problem, start));
    }
  }

  async function stop(exercise) {
    clearInterval(timer);
    try {
      done(await api.change(`/breathing/${exercise.id}/stop`, 'POST', {}));
    } catch (problem) {
      // Its time was over before the button was pressed.
      if (problem.status === 404) latest();
      else fill(result, failure(problem, () => stop(exercise)));
    }
  }

  function done(exercise) {
    ready(t('Done. Breathe as you like.'));
    fill(result, report(exercise));
    announce(exercise.summary ?? t('Done'));
  }

  async function latest() {
    try {
      const { exercises } = await api.breathing(signal);
      if (exercises[0]?.ended_s) done(exercises[0]);
      else ready();
    } catch {
      ready();
    }
  }

  function follow(exercise) {
    const cycle = exercise.inhale_s + exercise.exhale_s;
    let phase = null;
    fill(actions, h('button', { class: 'button', type: 'button', id: 'breath-stop', onclick: () => stop(exercise) }, icon('stop'), t('Stop')));
    function step() {
      const elapsed = Math.max(0, feed.now() - exercise.started_s);
      if (elapsed >= exercise.seconds) {
        clearInterval(timer);
        setTimeout(latest, 1500);
        setText(word, t('Done'));
        setText(count, '');
        return;
      }
      const place = elapsed % cycle;
      const isIn = place < exercise.inhale_s;
      setText(count, String(Math.ceil(isIn ? exercise.inhale_s - place : cycle - place)));
      if (phase === isIn) return;
      phase = isIn;
      setText(word, isIn ? t('Breathe in') : t('Breathe out'));
      circle.classList.add('moving');
      circle.style.transitionDuration = `${isIn ? exercise.inhale_s : exercise.exhale_s}s`;
      circle.style.transform = isIn ? 'scale(1)' : 'scale(0.55)';
      if (navigator.vibrate) navigator.vibrate(isIn ? [30, 320, 25, 375, 20, 430, 15] : [20]);
    }
    step();
    timer = setInterval(step, 200);
  }

  feed.addEventListener('breathing', ({ detail }) => { if (detail.ended_s && detail.summary) done(detail); }, { signal });
  ready();
  try {
    const { current, next_s: next } = await api.breathing(signal);
    if (signal.aborted) return;
    if (current) follow(current);
    else if (next) ready(t`Rest a while: the next exercise may begin in ${span(next - feed.now())}.`);
  } catch (problem) {
    if (!signal.aborted && problem.name !== 'AbortError') fill(result, failure(problem, () => mount({ root, feed, signal, announce })));
  }
}
