// The last minutes of every device, kept from the stream.

const HEART = ['heart_rate', 'rr_interval', 'ecg', 'ppg'];
const KEEP_S = { hr: 600, rr: 240, load: 3600, motion: 600 };

/** Events: `change` with the set of what changed. */
export class LiveModel extends EventTarget {
  devices = new Map();
  recent = new Map();
  ready = false;
  #changed = new Set();
  #frame = null;

  constructor(feed) {
    super();
    this.feed = feed;
    const on = (name, handle) => feed.addEventListener(name, (event) => handle(event.detail));
    on('snapshot', (data) => this.#replace(data));
    on('device', (data) => this.#setDevice(data));
    on('hr', (data) => this.#heart(data));
    on('relabel', (data) => this.#relabel(data));
    on('load', (data) => this.#push(data.device, 'load', data));
    on('motion', (data) => this.#push(data.device, 'motion', [data.t_s, data.enmo_mg, data]));
    on('withdrawn', (data) => this.#withdraw(data));
    on('loss', (data) => this.#loss(data));
  }

  /** The buffers of a device: hr [t, bpm], rr [t, ms, label], load readings, motion [t, mg, reading]. */
  of(id) {
    if (!this.recent.has(id)) this.recent.set(id, { hr: [], rr: [], load: [], motion: [] });
    return this.recent.get(id);
  }

  #replace(data) {
    this.devices = new Map((data.devices ?? []).map((device) => [device.id, device]));
    this.recent = new Map();
    for (const [id, given] of Object.entries(data.recent ?? {})) {
      const own = this.of(id);
      for (const track of Object.keys(KEEP_S)) own[track] = [...(given[track] ?? [])];
    }
    this.ready = true;
    this.#tell('devices', 'hr', 'rr', 'load', 'motion');
  }

  #setDevice(device) {
    if (!device.id) return;
    this.devices.set(device.id, { ...this.devices.get(device.id), ...device });
    this.#tell('devices');
  }

  #heart({ device, t_s: time, bpm, rr, contact, rmssd_ms: rmssd, sdnn_ms: sdnn }) {
    if (rmssd !== undefined) this.of(device).vitals = { time, rmssd, sdnn };
    if (bpm !== null && bpm !== undefined) this.#push(device, 'hr', [time, bpm]);
    for (const beat of rr ?? []) this.#insert(this.of(device).rr, beat);
    this.#trim(device, 'rr');
    const known = this.devices.get(device);
    if (known && contact !== undefined && known.contact !== contact) {
      known.contact = contact;
      this.#tell('devices');
    }
    this.#seen(device, time);
    this.#tell('rr');
  }

  // What was told of these streams is to be shown no more: they are refused, or somebody else wears the device.
  #withdraw({ device, streams }) {
    const own = this.of(device);
    if (streams.some((stream) => HEART.includes(stream))) Object.assign(own, { hr: [], rr: [], load: [], vitals: undefined });
    if (streams.includes('acceleration')) own.motion = [];
    this.#tell('hr', 'rr', 'load', 'motion');
  }

  // Beats may come again with a better time or label: by time, the newer word wins.
  #insert(beats, beat) {
    let index = beats.length;
    while (index > 0 && beats[index - 1][0] > beat[0] - 0.001) index -= 1;
    const same = index < beats.length && Math.abs(beats[index][0] - beat[0]) < 0.001;
    beats.splice(index, same ? 1 : 0, beat);
  }

  #relabel({ device, rr }) {
    for (const beat of rr ?? []) this.#insert(this.of(device).rr, beat);
    this.#tell('rr');
  }

  #loss({ device, cause, count }) {
    const known = this.devices.get(device);
    if (!known) return;
    const before = known.losses_today ?? { count: 0, by_cause: {} };
    known.losses_today = {
      count: before.count + count,
      by_cause: { ...before.by_cause, [cause]: (before.by_cause?.[cause] ?? 0) + count },
    };
    this.#tell('devices');
  }

  #push(device, track, item) {
    this.of(device)[track].push(item);
    this.#trim(device, track);
    if (track === 'motion') {
      this.#seen(device, item[0]);
      const known = this.devices.get(device);
      if (known && item[2].wear) known.wear = item[2].wear;
    }
    this.#tell(track);
  }

  #seen(id, time) {
    const link = this.devices.get(id)?.link;
    if (link) link.last_sample_s = Math.max(link.last_sample_s ?? 0, time);
  }

  #trim(device, track) {
    const items = this.of(device)[track];
    const oldest = this.feed.now() - KEEP_S[track];
    const time = (item) => (track === 'load' ? item.t_s : item[0]);
    let drop = 0;
    while (drop < items.length && time(items[drop]) < oldest) drop += 1;
    if (drop) items.splice(0, drop);
  }

  // At most one redraw a frame, however many events arrive.
  #tell(...tracks) {
    for (const track of tracks) this.#changed.add(track);
    this.#frame ??= requestAnimationFrame(() => {
      const changed = this.#changed;
      this.#changed = new Set();
      this.#frame = null;
      this.dispatchEvent(new CustomEvent('change', { detail: changed }));
    });
  }
}
