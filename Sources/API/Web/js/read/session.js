// One reading session: sends what the reader does, in batches, and hears the assessments.

import * as api from '../api.js';

const SEND_MS = 4000;
// The gateway takes 500 events at once.
const MOST = 400;

export class ReadingSession extends EventTarget {
  #queue = [];
  #timer = null;
  #sending = Promise.resolve(null);
  #isEnding = false;

  constructor(body, now) {
    super();
    this.id = body.id;
    this.started = body.started_s;
    this.last = body.assessment ?? null;
    this.now = now;
  }

  static async start(title, words, now) {
    return new ReadingSession(await api.change('/sessions', 'POST', { kind: 'reading', title, words }), now);
  }

  note(kind, fields = {}) {
    if (this.#isEnding) return;
    this.#queue.push({ kind, t_s: Math.round(this.now() * 1000) / 1000, ...fields });
    this.#timer ??= setTimeout(() => this.flush(), SEND_MS);
  }

  /**
   * Sends all that waits; what cannot be sent stays and goes with the next try.
   * Resolves to the problem with which it stopped, null when nothing waits any more.
   */
  flush() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#sending = this.#sending.then(async () => {
      while (this.#queue.length) {
        const events = this.#queue.splice(0, MOST);
        try {
          await api.change(`/sessions/${this.id}/events`, 'POST', { events });
        } catch (problem) {
          if (problem.status >= 400 && problem.status < 500) {
            this.#queue = [];
            this.dispatchEvent(new CustomEvent('over', { detail: problem }));
          } else {
            this.#queue.unshift(...events);
            this.dispatchEvent(new CustomEvent('unsent', { detail: problem }));
          }
          return problem;
        }
        this.dispatchEvent(new CustomEvent('sent'));
      }
      return null;
    });
    return this.#sending;
  }

  /** Ends the session once all is sent; may be tried again. What is noted from the first try on is no reading. */
  async stop() {
    if (!this.#isEnding) this.note('hidden');
    this.#isEnding = true;
    const problem = await this.flush();
    if (problem) throw problem;
    return api.change(`/sessions/${this.id}/stop`, 'POST', {});
  }
}
