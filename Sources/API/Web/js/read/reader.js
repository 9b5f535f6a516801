// The text on the page while it is read, with its load, its questions and what makes it easier.

import { fill, h, icon, setText } from '../dom.js';
import { t } from '../language.js';
import { adaptingCard } from './adapting.js';
import { keep, watch } from './bookmark.js';
import { ask, makeQuestion } from './question.js';
import { loadBadge } from './shape.js';
import { placeAt, showText, thread, visibleWords } from './text.js';

const QUESTION_WORDS = 350;

/**
 * Fills `body` with a text to read, from its `word` on. `ended(session, answers)`, `failed(problem)` and `elsewhere()` are called when it
 * is over here; what is returned leaves the page while the session goes on.
 */
export function reader({ body, session, text: { title, text, word = 0, asked: questioned = word, kinds = [] }, feed, announce, markSynthetic, ended, failed, elsewhere }) {
  const over = new AbortController();
  const badge = loadBadge();
  const offer = h('div');
  const question = h('div');
  const area = h('div', { class: 'read-text', id: 'read-text', tabindex: '0', role: 'region', 'aria-label': title || t('Text') });
  const pauseWord = h('span', null, t('Pause'));
  const away = h('p', { class: 'read-away', hidden: true });
  const told = h('p', { class: 'muted small', id: 'read-told', role: 'status' });
  const paceLine = h('p', { class: 'muted small', hidden: true });
  const stopWord = h('span', null, t('Stop'));
  const stopButton = h('button', { class: 'button primary', type: 'button', id: 'read-stop', onclick: stop }, icon('stop'), stopWord);
  const turns = h('div', { class: 'read-actions' },
    h('button', { class: 'button', type: 'button', 'aria-label': t('Back'), onclick: () => page(-1) }, icon('left'), h('span', null, t('Back'))),
    h('button', { class: 'button', type: 'button', id: 'read-next', 'aria-label': t('Next'), onclick: () => page(1) }, h('span', null, t('Next')), icon('right')),
    h('button', { class: 'button', type: 'button', id: 'read-pause', onclick: () => setPause(!isPaused) }, pauseWord),
    h('button', { class: 'button quiet', type: 'button', id: 'read-lost', onclick: lose }, t('I lost the thread')), stopButton);
  const answers = { asked: 0, right: 0 };
  let isPaused = false;
  let isEnding = false;
  let asked = questioned;
  let seen = null;

  const adapting = adaptingCard(({ changes, presentation, spacing, pace, kinds: on }) => {
    const place = seen?.from ?? word;
    showText(area, text, changes, true);
    area.style.lineHeight = spacing && presentation ? String(presentation.line_height) : '';
    area.style.letterSpacing = spacing && presentation ? `${presentation.letter_spacing_em}em` : '';
    area.style.maxWidth = spacing ? '36rem' : '';
    paceLine.hidden = !pace || !presentation;
    if (presentation) paceLine.textContent = t`A calm pace for you is about ${presentation.words_per_minute} words a minute.`;
    placeAt(area, place);
    keep({ kinds: on });
    look('view');
  });

  function look(kind) {
    const view = visibleWords(area);
    if (!view || (seen && seen.from === view.from && seen.to === view.to)) return;
    seen = view;
    session.note(kind, view);
    if (view.from - asked >= QUESTION_WORDS) {
      asked = view.from;
      const made = makeQuestion(recent(view.from));
      if (made) pose(made);
    }
    keep({ word: view.from, asked });
  }
  // Until it is answered there is nothing to look it up in.
  function pose(made) {
    const hide = (isHidden) => {
      for (const one of [area, adapting.element, turns]) one.toggleAttribute('hidden', isHidden);
      if (!isHidden) placeAt(area, seen.from);
    };
    hide(true);
    ask(question, made, (correct) => {
      if (correct !== null) {
        answers.asked += 1;
        answers.right += correct ? 1 : 0;
        session.note('answer', { correct });
      }
      hide(false);
      area.focus();
    });
  }
  // What was read before `word`: the paragraphs that end there.
  const recent = (before) => [...area.querySelectorAll('p[data-from]')]
    .filter(({ dataset }) => Number(dataset.to) <= before && Number(dataset.from) > before - QUESTION_WORDS - 100)
    .map(({ firstChild, textContent }) => (firstChild ? textContent : '')).join(' ');

  function setPause(next) {
    isPaused = next;
    session.note(next ? 'pause' : 'resume');
    pauseWord.textContent = next ? t('Go on') : t('Pause');
    area.classList.toggle('paused', next);
  }
  function page(direction) {
    setText(told, '');
    area.scrollBy({ top: direction * (area.clientHeight - 40) });
  }
  function lose() {
    const isBegin = !thread(area);
    seen = visibleWords(area) ?? seen;
    session.note('reread', seen ?? {});
    if (seen) keep({ word: seen.from });
    setText(told, t`${isBegin ? t('This is the beginning of the text.') : t('Back to where this thought begins.')} It is noted and counts as a slip, which raises the load.`);
  }
  async function stop() {
    isEnding = true;
    stopButton.disabled = true;
    try {
      const summary = await session.stop();
      if (over.signal.aborted) return;
      finish();
      announce(t('The session has ended'));
      ended(summary, answers);
    } catch (problem) {
      if (over.signal.aborted) return;
      if (problem.status >= 400 && problem.status < 500) {
        finish();
        failed(problem);
        return;
      }
      // Out of reach: nothing is given up, and it is tried again until the gateway answers.
      setText(stopWord, t('Ending…'));
      offline(t`${problem.title ?? t('The session could not be ended')}: it ends by itself as soon as the gateway answers. Leave this page open until then.`);
    }
  }
  const tryAgain = () => (isEnding ? stop() : session.flush());
  function offline(text) {
    if (away.textContent === text) return;
    away.hidden = !text;
    away.textContent = text;
    if (text) announce(text);
  }
  function finish() {
    over.abort();
    clearInterval(timer);
    session.flush();
  }
  function show(assessment) {
    badge.update(assessment);
    markSynthetic(Boolean(assessment?.synthetic));
    if (assessment?.breathing) {
      fill(offer, h('div', { class: 'read-offer', role: 'alert' },
        h('p', null, h('strong', null, t('That is a lot at once.')), t(' A minute of slow breathing may help, or an easier text.')),
        h('div', { class: 'read-actions' },
          h('a', { class: 'button primary', href: '/breathe' }, t('Breathe for a minute')),
          h('button', { class: 'button', type: 'button', onclick: () => { adapting.ease(); fill(offer); } }, t('Make it easier')),
          h('button', { class: 'button quiet', type: 'button', onclick: () => fill(offer) }, t('Not now')))));
    }
  }

  fill(body, h('div', { class: 'read-layout' },
    h('section', { class: 'card', 'aria-label': t('Reading') },
      h('header', null, h('h2', null, title || t('Your text')), paceLine), away, area, question, h('div', { class: 'read-controls' }, told, turns)),
    h('div', { class: 'read-side' },
      h('section', { class: 'card', 'aria-labelledby': 'read-load' }, h('header', null, h('h2', { id: 'read-load' }, t('Load'))), badge.element, offer),
      adapting.element)));
  adapting.begin(text, kinds);
  show(session.last);
  let waiting = null;
  area.addEventListener('scroll', () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => { if (!over.signal.aborted) look('scroll'); }, 250);
  }, { signal: over.signal });
  document.addEventListener('visibilitychange', () => {
    session.note(document.hidden ? 'hidden' : 'shown');
    if (document.hidden) session.flush();
  }, { signal: over.signal });
  feed.addEventListener('load.assessed', ({ detail }) => { if (detail.session === session.id) show(detail); }, { signal: over.signal });
  session.addEventListener('over', ({ detail }) => {
    finish();
    failed(detail);
  }, { signal: over.signal });
  session.addEventListener('unsent', () => isEnding || offline(t('The gateway does not answer. Read on: what you do is kept here and sent when it is back; the load stands still until then.')), { signal: over.signal });
  session.addEventListener('sent', () => isEnding || offline(''), { signal: over.signal });
  const timer = setInterval(tryAgain, 5000);
  feed.addEventListener('state', ({ detail }) => { if (detail === 'open') tryAgain(); }, { signal: over.signal });
  watch(session.id, () => {
    if (isEnding) return;
    finish();
    elsewhere();
  }, over.signal);
  return () => {
    if (over.signal.aborted) return;
    if (!isEnding) session.note('hidden');
    finish();
  };
}
