// Paced breathing, six breaths a minute: four seconds in with taps that fade, six seconds out in silence.

import { breathing as exercises, change } from '../api.js';
import { h, setText } from '../dom.js';
import { t } from '../language.js';

export const INHALE_S = 4;
export const EXHALE_S = 6;
export const TAPS_S = [0, 0.35, 0.75, 1.2, 1.75, 2.4, 3.2];
const SECONDS = [60, 90, 120];

const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** Where a session is after so many seconds. */
export function phase(elapsed) {
  const at = elapsed % (INHALE_S + EXHALE_S);
  return at < INHALE_S
    ? { name: 'in', share: at / INHALE_S, at }
    : { name: 'out', share: 1 - (at - INHALE_S) / EXHALE_S, at };
}

/** A card with `start(seconds)`; `tap(strength)` is felt on the wrist, 1 strongest. */
export function breathingCard({ announce, tap, signal, finished }) {
  const circle = h('div', { class: 'breath-circle', 'aria-hidden': 'true' });
  const word = h('p', { class: 'breath-word', id: 'breath-word' }, t('Six breaths a minute'));
  const left = h('p', { class: 'muted num', id: 'breath-left' });
  const choose = h('select', { 'aria-label': t('Length') }, SECONDS.map((seconds) => h('option', { value: seconds }, t`${seconds} seconds`)));
  const button = h('button', { class: 'button primary', type: 'button', id: 'breath-start', onclick: () => (running ? stop(false) : start(Number(choose.value))) }, t('Breathe'));
  const result = h('p', { class: 'muted small', id: 'breath-result', role: 'status' });
  const element = h('section', { class: 'card breath', 'aria-labelledby': 'breath-title' },
    h('h2', { id: 'breath-title' }, t('Breathing')),
    h('div', { class: 'breath-stage' }, circle), word, left,
    h('div', { class: 'actions' }, choose, button), result);
  let running = null;

  async function start(seconds) {
    if (running || button.disabled) return;
    setText(result, '');
    button.disabled = true;
    let session = null;
    try {
      // Mutes the load while it lasts: slow breathing alone would look like ease.
      session = (await change('/breathing', 'POST', { pattern: `${INHALE_S}-${EXHALE_S}`, seconds })).id;
    } catch (problem) {
      if (problem.status === 429) return setText(result, problem.detail);
      // Breathing needs no gateway; only the load does not know of it.
      setText(result, t('The gateway did not hear of it: the load is not silenced.'));
    } finally {
      button.disabled = false;
    }
    if (signal.aborted) return undefined;
    running = { begun: performance.now(), seconds, name: null, taps: 0, session };
    element.dataset.running = 'true';
    setText(button, t('Stop'));
    tap(1);
    requestAnimationFrame(frame);
    return undefined;
  }

  function frame() {
    if (!running) return;
    if (signal.aborted) return stop(false);
    const elapsed = (performance.now() - running.begun) / 1000;
    if (elapsed >= running.seconds) return stop(true);
    const now = phase(elapsed);
    if (now.name !== running.name) {
      running.name = now.name;
      running.taps = 0;
      setText(word, now.name === 'in' ? t('Breathe in') : t('Breathe out'));
      announce(word.textContent);
      if (now.name === 'out') tap(0.2);
    }
    while (now.name === 'in' && running.taps < TAPS_S.length && now.at >= TAPS_S[running.taps]) {
      tap(1 - running.taps / TAPS_S.length);
      running.taps += 1;
    }
    // Without motion the words alone lead.
    circle.style.transform = calm.matches ? '' : `scale(${(0.45 + 0.55 * now.share).toFixed(3)})`;
    setText(left, `${Math.ceil(running.seconds - elapsed)} s`);
    requestAnimationFrame(frame);
  }

  async function stop(isWhole) {
    const { session } = running;
    running = null;
    delete element.dataset.running;
    circle.style.transform = '';
    setText(button, t('Breathe'));
    setText(word, isWhole ? t('Well done') : t('Stopped'));
    setText(left, '');
    announce(word.textContent);
    if (isWhole) tap(1);
    finished?.(isWhole);
    if (session === null) return;
    setText(result, await report(session));
  }

  // What it did, in the gateway's words; one that went on to its end was ended there a moment before.
  async function report(session) {
    try {
      const ended = await change(`/breathing/${encodeURIComponent(session)}/stop`, 'POST', {});
      return ended.summary ?? '';
    } catch {
      const kept = await exercises(signal).catch(() => null);
      return kept?.exercises.find(({ id }) => id === session)?.summary ?? '';
    }
  }

  return { element, start };
}
