// Whose data are looked at, and of which recorder: chosen in the header, and part of every address.

import * as api from './api.js';

/** Events: `change` when the people or the choice are others. */
export class Selection extends EventTarget {
  /** Who can be looked at: `{ id, name }`; empty where there is nobody to choose between. */
  people = [];
  /** Recorders with nights or days of the chosen person: `{ id, name }`. */
  recorders = [];
  /** The account that is signed in; null where nobody has one. */
  me = null;
  person = null;
  device = null;
  #asked = 0;

  /** Takes the choice of an address; a page that has its own `device` leaves the recorder as it was. */
  take(query, ownsDevice) {
    const person = /^\d{1,15}$/.test(query.get('person') ?? '') ? query.get('person') : null;
    const other = person !== this.person;
    const device = ownsDevice ? (other ? null : this.device) : query.get('device');
    if (!other && device === this.device) return;
    [this.person, this.device] = [person, device];
    this.dispatchEvent(new Event('change'));
    if (other) this.#askRecorders();
  }

  /** A path of this page with the choice in it, where it does not say otherwise itself. */
  address(path) {
    const url = new URL(path, location.origin);
    for (const [name, value] of [['person', this.person], ['device', this.device]]) {
      if (value !== null && !url.searchParams.has(name)) url.searchParams.set(name, value);
    }
    return url.pathname + url.search + url.hash;
  }

  /** The name of the chosen person, or of who is signed in; null where there is nobody to tell apart. */
  get personName() {
    return this.people.find(({ id }) => id === this.person)?.name ?? (this.people.length > 1 ? this.me?.display_name ?? this.people[0].name : this.me?.display_name ?? null);
  }

  get deviceName() {
    return this.device && (this.recorders.find(({ id }) => id === this.device)?.name ?? this.device);
  }

  /** Asks who is there; what cannot be told leaves everything as it was. */
  async refresh() {
    try {
      const [{ wearers }, { registered }] = await Promise.all([api.get('/wearers'), api.get('/auth/health')]);
      this.me = registered ? await api.get('/auth/me') : null;
      // An owner looks at people who look after themselves no more than anybody else does.
      const others = this.me?.role === 'admin' ? (await api.get('/auth/people')).people.map((one) => one.user_id) : [];
      this.people = wearers.map(({ id, name }) => ({ id: String(id), name }))
        .filter(({ id }) => id === this.me?.user_id || !others.includes(id));
      this.dispatchEvent(new Event('change'));
    } catch {
      // The connection's own badge tells of it.
    }
    await this.#askRecorders();
  }

  async #askRecorders() {
    this.#asked += 1;
    const asked = this.#asked;
    try {
      const { nights } = await api.nights(null, null, { person: this.person });
      if (asked !== this.#asked) return;
      this.recorders = [...new Map(nights.map((night) => [night.device, night.device_name])).entries()].map(([id, name]) => ({ id, name }));
      this.dispatchEvent(new Event('change'));
    } catch {
      // As above.
    }
  }
}
