// The devices of the house and those around it, the buses, the nights being recorded, alerts and wearers, kept from the
// stream.

const byTime = (one, other) => other.time_s - one.time_s;
// What the live status of a device knows better than the list.
const STATUS = ['link', 'battery_percent', 'battery_note', 'wear', 'contact', 'losses_today', 'rssi_dbm', 'firmware', 'serial'];

/** Events: `change`. */
export class Surroundings extends EventTarget {
  ready = false;
  /** Devices that are known or near, by id. */
  entries = new Map();
  /** What each bus can do, by its name. */
  buses = new Map();
  /** Recorders on a cable and the work on them, by id. */
  recorders = new Map();
  /** Recordings that go on. */
  recordings = [];
  schedules = [];
  /** Alerts that nobody has seen yet, newest first. */
  alerts = [];
  wearers = [];
  #frame = null;

  constructor(feed) {
    super();
    const on = (name, handle) => feed.addEventListener(name, (event) => {
      handle(event.detail);
      this.#tell();
    });
    on('snapshot', (data) => data.home && this.#replace(data.home));
    on('entry', (data) => data.id && this.entries.set(data.id, data));
    on('forgotten', ({ id }) => this.entries.delete(id));
    on('device', (data) => this.#merge(data));
    on('obstacle', (data) => data.bus && this.buses.set(data.bus, data));
    on('recorder', (data) => data.id && this.recorders.set(data.id, data));
    on('recording', (data) => this.#setRecording(data));
    on('schedules', (data) => { this.schedules = data.schedules ?? []; });
    on('alert', (data) => this.#setAlert(data));
    on('household', (data) => { this.wearers = data.wearers ?? []; });
  }

  /** Devices that the owner took in or named on the command line. */
  get known() {
    return [...this.entries.values()].filter(({ consent }) => consent !== 'none');
  }

  /** Devices that are only seen. */
  get found() {
    return [...this.entries.values()].filter(({ consent, near }) => consent === 'none' && near !== false);
  }

  /** Takes an alert away at once; the gateway's word follows. */
  dismiss(id) {
    this.alerts = this.alerts.filter((alert) => alert.id !== id);
    this.#tell();
  }

  #replace({ devices, buses, recorders, recordings, schedules, alerts, wearers }) {
    this.entries = new Map((devices ?? []).map((device) => [device.id, device]));
    this.buses = new Map((buses ?? []).map((bus) => [bus.bus, bus]));
    this.recorders = new Map((recorders ?? []).map((recorder) => [recorder.id, recorder]));
    this.recordings = (recordings ?? []).filter(({ ended_s: ended }) => !ended);
    this.schedules = schedules ?? [];
    this.alerts = (alerts ?? []).filter(isOpen).sort(byTime);
    this.wearers = wearers ?? [];
    this.ready = true;
  }

  #merge(status) {
    for (const entry of this.entries.values()) {
      if (entry.device !== status.id) continue;
      for (const field of STATUS) if (status[field] !== undefined) entry[field] = status[field];
    }
  }

  #setRecording(recording) {
    const others = this.recordings.filter(({ id }) => id !== recording.id);
    this.recordings = recording.ended_s ? others : [...others, recording];
  }

  #setAlert(alert) {
    const others = this.alerts.filter(({ id }) => id !== alert.id);
    this.alerts = (isOpen(alert) ? [alert, ...others] : others).sort(byTime);
  }

  #tell() {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null;
      this.dispatchEvent(new Event('change'));
    });
  }
}

const isOpen = (alert) => !alert.acknowledged_s && !alert.resolved_s;
