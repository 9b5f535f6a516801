// One file on its way in: sent, decoded, analysed; it can be cancelled at any time.

import * as api from '../api.js';
import { t } from '../language.js';

const POLL_MS = 1000;
const FINAL = new Set(['complete', 'duplicate', 'failed', 'cancelled']);
/** True when nothing more will come of it. */
export const isFinal = (state) => FINAL.has(state);
// Sending takes the first part of the bar, the gateway's work the rest.
const SENT_SHARE = 0.3;

/** Events: `change`. `state` is `waiting`, `sending`, or one of the gateway's. */
export class ImportJob extends EventTarget {
  state = 'waiting';
  fraction = 0;
  message = '';
  nights = [];
  problem = null;
  id = null;
  #request = null;
  #isSent = false;
  #timer = null;
  #finish = null;

  /** `name` has the folders of a file that came with one. */
  constructor(file, zone, feed, name = file.name) {
    super();
    this.file = file;
    this.name = name;
    this.zone = zone;
    this.feed = feed;
  }

  /** An import that runs already, begun before this page was loaded or by another program. */
  static follow(record, feed) {
    const job = new ImportJob({ name: record.name }, null, feed);
    job.id = record.id;
    job.#take(record);
    feed.addEventListener('import', job.#heard);
    job.#poll();
    return job;
  }

  get isFinal() {
    return isFinal(this.state);
  }

  /** Sends the file and resolves when the gateway is done with it. */
  run() {
    if (this.isFinal) return Promise.resolve();
    return new Promise((finish) => {
      this.#finish = finish;
      this.#send();
    });
  }

  cancel() {
    if (this.isFinal) return;
    // What was sent whole goes on in the gateway: its number is waited for, to cancel it there.
    if (!this.#isSent) this.#request?.abort();
    // Whatever the gateway answers, this person is done with it; a late result shows up in the list.
    if (this.id) api.cancelImport(this.id).catch(() => {});
    this.#become({ state: 'cancelled', message: t('Cancelled. Nothing of this file was kept.') });
  }

  #send() {
    const request = new XMLHttpRequest();
    this.#request = request;
    request.open('POST', api.uploadURL(this.file.name, this.zone));
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (this.state === 'sending') this.#become({ fraction: total ? (SENT_SHARE * loaded) / total : 0 });
    });
    request.upload.addEventListener('load', () => { this.#isSent = true; });
    request.addEventListener('load', () => this.#sent(request));
    request.addEventListener('error', () => this.#fail(new api.Problem(
      t('The file could not be sent'), t("Nightjar can't be reached, or it closed the connection. Check that it runs, then try again."), 0, null)));
    this.#become({ state: 'sending', message: '' });
    request.send(this.file);
  }

  #sent(request) {
    if (this.state === 'cancelled') {
      this.#cancelSent(request);
      return;
    }
    if (request.status >= 400) {
      this.#fail(api.problemFrom(request.status, request.responseText));
      return;
    }
    try {
      this.id = JSON.parse(request.responseText).id;
    } catch {
      this.#fail(new api.Problem(t('The gateway gave no receipt'), t('Look at the list of imports below, then try again.'), request.status, null));
      return;
    }
    this.#become({ state: 'receiving', fraction: SENT_SHARE });
    this.feed.addEventListener('import', this.#heard);
    this.#poll();
  }

  #cancelSent({ responseText }) {
    try {
      this.id = JSON.parse(responseText).id ?? null;
    } catch {
      // Refused: there is nothing to cancel.
    }
    if (this.id) api.cancelImport(this.id).catch(() => {});
  }

  #heard = ({ detail }) => {
    if (detail.id !== this.id || this.isFinal) return;
    // The last word comes from the route: it carries the nights.
    if (isFinal(detail.state)) this.#poll();
    else this.#take(detail);
  };

  async #poll() {
    clearTimeout(this.#timer);
    if (this.isFinal) return;
    try {
      this.#take(await api.importState(this.id));
    } catch (error) {
      if (error.status) {
        this.#fail(error);
        return;
      }
      this.#become({ message: t('Waiting for the gateway to answer again.') });
    }
    if (!this.isFinal) this.#timer = setTimeout(() => this.#poll(), POLL_MS);
  }

  #take({ state, fraction, message, nights, detail }) {
    if (this.isFinal) return;
    this.#become({
      state,
      fraction: isFinal(state) ? 1 : Math.max(this.fraction, SENT_SHARE + (1 - SENT_SHARE) * (fraction ?? 0)),
      message: message ?? detail ?? '',
      nights: nights ?? this.nights,
    });
  }

  #fail(problem) {
    if (this.isFinal) return;
    this.#become({ state: 'failed', message: problem.detail ?? problem.title, problem });
  }

  #become(changes) {
    Object.assign(this, changes);
    if (this.isFinal) {
      clearTimeout(this.#timer);
      this.feed.removeEventListener('import', this.#heard);
      this.#finish?.();
    }
    this.dispatchEvent(new Event('change'));
  }
}
