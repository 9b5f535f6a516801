// The live stream: one EventSource for the whole page, its state, and what it last said.

import { health, streamURL } from './api.js';

const EVENTS = [
  'snapshot', 'hr', 'relabel', 'load', 'motion', 'device', 'loss', 'import', 'nights', 'entry', 'forgotten', 'obstacle',
  'recorder', 'recording', 'schedules', 'alert', 'household', 'dropped', 'load.assessed', 'load.state_changed', 'breathing',
  'withdrawn', 'insight.created',
];
// A gateway with a device speaks every second; past this silence it is asked whether it is still there.
const QUIET_MS = 12_000;
const HIDDEN_MS = 30_000;

/** Events: the stream's own, and `state` with `connecting`, `open` or `lost`. */
export class Feed extends EventTarget {
  state = 'connecting';
  /** When the gateway was last heard, by this machine's clock, in milliseconds. */
  lastHeard = null;
  /** Gateway's clock minus this machine's, in seconds. */
  clockOffset = 0;
  #source = null;
  #retry = 0;
  #timer = null;
  #heard = performance.now();

  start() {
    this.#open();
    setInterval(() => this.#watch(), 3000);
    // Browsers allow few connections to one server: a tab that nobody looks at gives its own back.
    let hidden = null;
    document.addEventListener('visibilitychange', () => {
      clearTimeout(hidden);
      if (document.hidden) hidden = setTimeout(() => this.#close(), HIDDEN_MS);
      else if (!this.#source) this.#open();
    });
    window.addEventListener('pagehide', () => this.#close());
    window.addEventListener('pageshow', () => this.#source ?? this.#open());
  }

  /** Tries at once instead of waiting. */
  retry() {
    this.#retry = 0;
    this.#open();
  }

  /** The gateway's clock, UTC seconds. */
  now() {
    return Date.now() / 1000 + this.clockOffset;
  }

  #close() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }

  #open() {
    this.#close();
    const source = new EventSource(streamURL);
    this.#source = source;
    source.addEventListener('open', () => this.#live());
    source.addEventListener('error', () => this.#lose());
    for (const name of EVENTS) source.addEventListener(name, (event) => this.#receive(name, event.data));
  }

  #live() {
    this.#heard = performance.now();
    this.lastHeard = Date.now();
    this.#retry = 0;
    this.#enter('open');
  }

  #receive(name, text) {
    let detail;
    try {
      detail = JSON.parse(text);
    } catch (error) {
      console.error(`unreadable ${name} event`, error);
      return;
    }
    if (name === 'snapshot' && Number.isFinite(detail.now_s)) this.clockOffset = detail.now_s - Date.now() / 1000;
    this.#live();
    this.dispatchEvent(new CustomEvent(name, { detail }));
    // This page was too slow and missed events: begin again from a snapshot, once it has caught its breath.
    if (name === 'dropped') this.#timer = setTimeout(() => this.#open(), 2000);
  }

  // The browser's own retry gives up on some errors; this one never does.
  #lose() {
    this.#close();
    this.#enter('lost');
    const wait = Math.min(1000 * 1.6 ** this.#retry, 10_000);
    this.#retry += 1;
    this.#timer = setTimeout(() => this.#open(), wait);
  }

  async #watch() {
    if (this.state !== 'open' || !this.#source || performance.now() - this.#heard < QUIET_MS) return;
    try {
      await health(AbortSignal.timeout(4000));
      this.#heard = performance.now();
      this.lastHeard = Date.now();
    } catch {
      this.#lose();
    }
  }

  #enter(state) {
    if (this.state === state) return;
    this.state = state;
    this.dispatchEvent(new CustomEvent('state', { detail: state }));
  }
}
