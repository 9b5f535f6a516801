// Words for devices: how they are reached, how far a session is, what they send.

import { sentence } from '../format.js';

export { KIND } from '../words.js';

export const BUS = { bluetooth: 'Bluetooth', usb: 'USB', ant: 'ANT+', volume: 'Mounted recorder' };
export const KIND_ICON = { strap: 'strap', recorder: 'recorder', wristband: 'watch', ring: 'ring', oximeter: 'heart', sensor: 'wave', synthetic: 'watch', replay: 'reset' };

/** How far a session is: a word and a tone. */
export const STAGE = {
  discovered: ['Found', 'warn'], matched: ['Known', 'warn'], confirmed: ['Checked', 'warn'], connected: ['Connected', 'warn'],
  configured: ['Set up', 'warn'], streaming: ['Streaming', 'good'], interrupted: ['Interrupted', 'bad'],
  resumed: ['Streaming again', 'good'], stopped: ['Stopped', ''],
};
/** The steps that a person sees, and which stages lie in each. */
export const STEPS = [
  ['Found', ['discovered', 'matched']], ['Connected', ['confirmed', 'connected']], ['Set up', ['configured']],
  ['Streaming', ['streaming', 'resumed']],
];

const CHANNELS = {
  acceleration: 'Acceleration', angular_velocity: 'Rotation', counts: 'Activity counts', heart_rate: 'Heart rate',
  rr_interval: 'Beat-to-beat intervals', contact: 'Skin contact', energy: 'Energy', temperature: 'Temperature',
  light: 'Light', battery: 'Battery voltage', marker: 'Button presses', vendor_state: "The maker's own states",
  ecg: 'Electrocardiogram', ppg: 'Pulse wave', spo2: 'Blood oxygen', steps: 'Steps', magnetic_field: 'Magnetic field',
  pressure: 'Air pressure', humidity: 'Humidity',
};

/** A stream in words. */
export const channel = (name) => CHANNELS[name] ?? sentence(name);

const GROUPS = { rr_interval: 'heart', heart_rate: 'heart', acceleration: 'motion' };
/** Streams that say the same of a body: of two devices one is believed. */
export const group = (name) => GROUPS[name] ?? null;
export const GROUP = { heart: 'heart beats and heart rate', motion: 'movement' };

/** The rate of a stream: "52 per second"; nothing where it comes as it happens. */
export const rate = (hertz) => (hertz ? `${Number(hertz.toFixed(2))} a second` : null);

/** Different words about one device on one line. */
export const line = (...words) => words.filter((word, index) => word && words.indexOf(word) === index).join(' · ');
