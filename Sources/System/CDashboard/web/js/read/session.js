// One reading session: sends what the reader does, in batches, and hears the assessments.

import * as api from '../api.js';

const SEND_MS = 4000;

export class ReadingSession extends EventTarget {
  #queue = [];
  #timer = null;
  #sending = Promise.resolve();

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
    this.#queue.push({ kind, t_s: Math.round(this.now() * 1000) / 1000, ...fields });
    this.#timer ??= setTimeout(() => this.flush(), SEND_MS);
  }

  /** Sends what waits; what cannot be sent goes with the next batch. */
  flush() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#sending = this.#sending.then(async () => {
      const events = this.#queue.splice(0, 400);
      if (!events.length) return;
      try {
        await api.change(`/sessions/${this.id}/events`, 'POST', { events });
        this.dispatchEvent(new CustomEvent('sent'));
      } catch (problem) {
        if (problem.status >= 400 && problem.status < 500) {
          this.dispatchEvent(new CustomEvent('over', { detail: problem }));
          return;
        }
        this.#queue.unshift(...events);
        this.dispatchEvent(new CustomEvent('unsent', { detail: problem }));
      }
    });
    return this.#sending;
  }

  async stop() {
    await this.flush();
    return api.change(`/sessions/${this.id}/stop`, 'POST', {});
  }
}
