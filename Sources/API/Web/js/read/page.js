// Read: a text of one's own, with the load that reading it takes.

import * as api from '../api.js';
import { fill, h } from '../dom.js';
import { t } from '../language.js';
import { failure, skeleton } from '../states.js';
import { bookmark, forget, keep } from './bookmark.js';
import { figuresCard } from './figures.js';
import { showHistory } from './history.js';
import { reader } from './reader.js';
import { ReadingSession } from './session.js';
import { sourceCard } from './source.js';
import { summaryCard } from './summary.js';
import { countWords } from './text.js';

export async function mount({ root, feed, signal, announce, markSynthetic }) {
  const earlier = h('div');
  const body = h('div', { class: 'read-body' });
  fill(root, h('div', { class: 'page read' },
    h('header', { class: 'page-head' }, h('div', null, h('h1', null, t('Read')),
      h('p', { class: 'muted' }, t('A text of yours, with the load that it takes: from your heart where a wearable is worn, and from how you read. It is an index, no measurement of thought.'))),
      h('a', { class: 'button', href: '/breathe' }, t('Breathe'))),
    body, figuresCard(),
    h('section', { class: 'card', 'aria-labelledby': 'read-history' }, h('header', null, h('h2', { id: 'read-history' }, t('Earlier sessions'))), earlier)));
  let leave = null;
  signal.addEventListener('abort', () => leave?.());

  function choose(...before) {
    leave = null;
    const card = sourceCard(begin);
    fill(body, before, card);
    showHistory(earlier, signal);

    async function begin(text) {
      try {
        const session = await ReadingSession.start(text.title, countWords(text.text), () => feed.now());
        if (signal.aborted) return;
        keep({ id: session.id, title: text.title, text: text.text, word: 0, asked: 0, kinds: [] });
        open(session, text);
      } catch (problem) {
        // The text that was pasted is still there.
        fill(body, failure(problem, () => fill(body, before, card)));
      }
    }
  }

  function open(session, text) {
    leave = reader({
      body, session, text, feed, announce, markSynthetic,
      ended: (over, answers) => {
        forget();
        choose(summaryCard(over, answers, () => api.session(over.id, signal)));
        document.getElementById('read-summary').focus();
      },
      failed: (problem) => {
        leave = null;
        forget();
        fill(body, failure(problem, () => choose()));
      },
      elsewhere: () => {
        choose(h('p', { class: 'card', role: 'status' }, t('This session was ended in another tab.')));
      },
    });
  }

  // What was being read goes on where it was; its text is shown to nobody but whose session it is.
  async function resume(kept) {
    fill(body, skeleton(t('Opening what you were reading'), 20));
    showHistory(earlier, signal);
    try {
      const known = await api.session(kept.id, signal);
      if (signal.aborted) return;
      if (known.state === 'running') {
        const session = new ReadingSession({ ...known, assessment: known.loads?.at(-1) }, () => feed.now());
        session.note('shown');
        open(session, kept);
        announce(t('You read on where you were'));
        return;
      }
      choose(summaryCard(known, { asked: 0 }, async () => known), h('section', { class: 'card read-again', 'aria-label': t('Read on') },
        h('p', null, t`${kept.title || t('Your text')} is still here, at the place where you were.`),
        h('div', { class: 'read-actions' },
          h('button', { class: 'button primary', type: 'button', id: 'read-again', onclick: () => again(kept) }, t('Read on')),
          h('button', { class: 'button', type: 'button', onclick: () => { forget(); choose(); } }, t('Put it away')))));
    } catch (problem) {
      if (signal.aborted || problem.name === 'AbortError') return;
      if (problem.status === 404 || problem.status === 403) {
        forget();
        choose();
      } else {
        const retry = () => {
          document.removeEventListener('connected', retry);
          resume(kept);
        };
        fill(body, failure(problem, retry));
        document.addEventListener('connected', retry, { signal });
      }
    }
  }

  async function again(kept) {
    const { title, text, word } = kept;
    try {
      const session = await ReadingSession.start(title, countWords(text), () => feed.now());
      keep({ id: session.id });
      if (!signal.aborted) open(session, { ...kept, asked: word });
    } catch (problem) {
      fill(body, failure(problem, () => again(kept)));
    }
  }

  const kept = bookmark();
  if (kept) await resume(kept);
  else choose();
}
