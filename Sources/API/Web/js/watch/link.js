// A watch's end of the relay: asks for what has come, one long poll after the other, and says what it has handled.

import { change } from '../api.js';

const KEY = 'nightjar.watch';

/** What this browser was paired as; null when it was not. */
export function paired() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    return kept?.watch && kept?.token ? kept : null;
  } catch {
    return null;
  }
}

export function forget() {
  localStorage.removeItem(KEY);
}

/** Pairs this browser by a code of six digits. */
export async function pair(code, name) {
  const kept = await change('/relay/pair', 'POST', { code, name });
  localStorage.setItem(KEY, JSON.stringify(kept));
  return kept;
}

/** A code made by this page itself: whoever may see the dashboard may pair a watch. */
export const newCode = () => change('/relay/pairing-codes', 'POST').then(({ code }) => code);

/** Events: `state` (connecting, open, lost, refused) and `event` with what has come, in order. */
export class WatchLink extends EventTarget {
  constructor(identity, signal) {
    super();
    this.identity = identity;
    this.signal = signal;
    this.after = 0;
    this.state = 'connecting';
  }

  async run() {
    let patience = 500;
    while (!this.signal.aborted) {
      try {
        const answer = await this.ask('poll', { after: this.after, wait_s: this.state === 'open' ? 25 : 0, foreground: !document.hidden });
        patience = 500;
        if (this.signal.aborted) return;
        this.set('open', answer);
        for (const event of answer.events) {
          this.after = event.number;
          this.dispatchEvent(new CustomEvent('event', { detail: event }));
        }
      } catch (error) {
        if (this.signal.aborted) return;
        this.after = 0;
        if (error.status === 403) {
          this.set('refused', error);
          return;
        }
        this.set('lost', error);
        await new Promise((done) => { setTimeout(done, patience); });
        patience = Math.min(patience * 2, 8000);
      }
    }
  }

  set(state, detail) {
    this.state = state;
    this.dispatchEvent(new CustomEvent('state', { detail: { state, ...detail, problem: detail } }));
  }

  ask(verb, content) {
    const { watch, token } = this.identity;
    return change(`/relay/watch/${verb}`, 'POST', { watch, token, ...content });
  }

  /** Whether the page can be seen decides whether messages reach it. */
  presence() {
    return this.ask('poll', { after: this.after, wait_s: 0, foreground: !document.hidden }).catch(() => null);
  }

  request(payload) {
    return this.ask('send', { kind: 'request', payload, timeout_s: 10 }).then(({ reply }) => reply);
  }

  send(kind, payload) {
    return this.ask('send', { kind, payload });
  }

  reply(number, payload) {
    return this.ask('reply', { reply: number, payload }).catch(() => null);
  }
}
