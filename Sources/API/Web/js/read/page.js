// Read: a text of one's own, with the load that reading it takes.

import { fill, h, icon, setText } from '../dom.js';
import { failure } from '../states.js';
import { adaptingCard } from './adapting.js';
import { figuresCard } from './figures.js';
import { showHistory } from './history.js';
import { ask, makeQuestion } from './question.js';
import { ReadingSession } from './session.js';
import { loadBadge } from './shape.js';
import { sourceCard } from './source.js';
import { countWords, showText, visibleWords } from './text.js';

const QUESTION_WORDS = 350;

export function mount({ root, feed, signal, announce, markSynthetic }) {
  const earlier = h('div');
  const body = h('div');
  fill(root, h('div', { class: 'page read' },
    h('header', { class: 'page-head' }, h('div', null, h('h1', null, 'Read'),
      h('p', { class: 'muted' }, 'A text of yours, with the load that it takes: from your heart where a wearable is worn, and from how you read. It is an index, no measurement of thought.')),
      h('a', { class: 'button', href: '/breathe' }, 'Breathe')),
    body, figuresCard(),
    h('section', { class: 'card', 'aria-labelledby': 'read-history' }, h('header', null, h('h2', { id: 'read-history' }, 'Earlier sessions')), earlier)));
  let leave = null;
  signal.addEventListener('abort', () => leave?.());

  function choose() {
    const card = sourceCard(begin);
    fill(body, card);
    showHistory(earlier, signal);

    async function begin(text) {
      try {
        const session = await ReadingSession.start(text.title, countWords(text.text), () => feed.now());
        if (!signal.aborted) leave = reader(session, text);
      } catch (problem) {
        // The text that was pasted is still there.
        fill(body, failure(problem, () => fill(body, card)));
      }
    }
  }

  function reader(session, { title, text }) {
    const over = new AbortController();
    const badge = loadBadge();
    const offer = h('div');
    const question = h('div');
    const area = h('div', { class: 'read-text', id: 'read-text', tabindex: '0', role: 'region', 'aria-label': title || 'Text' });
    const pauseWord = h('span', null, 'Pause');
    const away = h('p', { class: 'read-away', hidden: true });
    const stopWord = h('span', null, 'Stop');
    const stopButton = h('button', { class: 'button primary', type: 'button', id: 'read-stop', onclick: stop }, icon('stop'), stopWord);
    let isPaused = false;
    let isEnding = false;
    let asked = 0;
    let seen = null;

    const adapting = adaptingCard(({ changes, presentation, spacing, pace }) => {
      showText(area, text, changes, true);
      area.style.lineHeight = spacing && presentation ? String(presentation.line_height) : '';
      area.style.letterSpacing = spacing && presentation ? `${presentation.letter_spacing_em}em` : '';
      area.style.maxWidth = spacing ? '36rem' : '';
      paceLine.hidden = !pace || !presentation;
      if (presentation) paceLine.textContent = `A calm pace for you is about ${presentation.words_per_minute} words a minute.`;
      look('view');
    });
    const paceLine = h('p', { class: 'muted small', hidden: true });

    function look(kind) {
      const view = visibleWords(area);
      if (!view || (seen && seen.from === view.from && seen.to === view.to)) return;
      seen = view;
      session.note(kind, view);
      if (view.from - asked >= QUESTION_WORDS) {
        asked = view.from;
        const made = makeQuestion(recent(view.from));
        if (made) ask(question, made, (correct) => session.note('answer', { correct }));
      }
    }
    // What was read before `word`: the paragraphs that end there.
    const recent = (word) => [...area.querySelectorAll('p[data-from]')]
      .filter(({ dataset }) => Number(dataset.to) <= word && Number(dataset.from) > word - QUESTION_WORDS - 100)
      .map(({ firstChild, textContent }) => (firstChild ? textContent : '')).join(' ');

    function setPause(next) {
      isPaused = next;
      session.note(next ? 'pause' : 'resume');
      pauseWord.textContent = next ? 'Go on' : 'Pause';
      area.classList.toggle('paused', next);
    }
    function page(direction) {
      area.scrollBy({ top: direction * (area.clientHeight - 40) });
    }
    async function stop() {
      isEnding = true;
      stopButton.disabled = true;
      try {
        await session.stop();
        if (over.signal.aborted) return;
        leave = null;
        finish();
        announce('The session has ended');
        choose();
      } catch (problem) {
        if (over.signal.aborted) return;
        if (problem.status >= 400 && problem.status < 500) {
          leave = null;
          finish();
          fill(body, failure(problem, choose));
          return;
        }
        // Out of reach: nothing is given up, and it is tried again until the gateway answers.
        setText(stopWord, 'Ending…');
        offline(`${problem.title ?? 'The session could not be ended'}: it ends by itself as soon as the gateway answers. Leave this page open until then.`);
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
          h('p', null, h('strong', null, 'That is a lot at once.'), ' A minute of slow breathing may help, or an easier text.'),
          h('div', { class: 'read-actions' },
            h('a', { class: 'button primary', href: '/breathe' }, 'Breathe for a minute'),
            h('button', { class: 'button', type: 'button', onclick: () => { adapting.ease(); fill(offer); } }, 'Make it easier'),
            h('button', { class: 'button quiet', type: 'button', onclick: () => fill(offer) }, 'Not now'))));
      }
    }

    fill(body, h('div', { class: 'read-layout' },
      h('section', { class: 'card', 'aria-label': 'Reading' },
        h('header', null, h('h2', null, title || 'Your text'), paceLine), away, area, question,
        h('div', { class: 'read-actions' },
          h('button', { class: 'button', type: 'button', onclick: () => page(-1) }, icon('left'), 'Back'),
          h('button', { class: 'button', type: 'button', id: 'read-next', onclick: () => page(1) }, 'Next', icon('right')),
          h('button', { class: 'button', type: 'button', id: 'read-pause', onclick: () => setPause(!isPaused) }, pauseWord),
          h('button', { class: 'button quiet', type: 'button', id: 'read-lost', onclick: () => session.note('error') }, 'I lost the thread'),
          stopButton)),
      h('div', { class: 'read-side' },
        h('section', { class: 'card', 'aria-labelledby': 'read-load' }, h('header', null, h('h2', { id: 'read-load' }, 'Load')), badge.element, offer),
        adapting.element)));
    adapting.begin(text);
    show(session.last);
    let waiting = null;
    area.addEventListener('scroll', () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => look('scroll'), 250);
    }, { signal: over.signal });
    document.addEventListener('visibilitychange', () => {
      session.note(document.hidden ? 'hidden' : 'shown');
      if (document.hidden) session.flush();
    }, { signal: over.signal });
    feed.addEventListener('load.assessed', ({ detail }) => { if (detail.session === session.id) show(detail); }, { signal: over.signal });
    session.addEventListener('over', ({ detail }) => {
      finish();
      fill(body, failure(detail, choose));
    }, { signal: over.signal });
    session.addEventListener('unsent', () => isEnding || offline('The gateway does not answer. Read on: what you do is kept here and sent when it is back; the load stands still until then.'), { signal: over.signal });
    session.addEventListener('sent', () => isEnding || offline(''), { signal: over.signal });
    const timer = setInterval(tryAgain, 5000);
    feed.addEventListener('state', ({ detail }) => { if (detail === 'open') tryAgain(); }, { signal: over.signal });
    return finish;
  }

  choose();
}
