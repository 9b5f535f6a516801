// Words for devices: how they are reached, how far a session is, what they send.

import { sentence } from '../format.js';
import { t } from '../language.js';

export { KIND } from '../words.js';

export const BUS = { bluetooth: 'Bluetooth', usb: 'USB', ant: 'ANT+', volume: t('Mounted recorder') };
export const KIND_ICON = { strap: 'strap', recorder: 'recorder', wristband: 'watch', ring: 'ring', oximeter: 'heart', sensor: 'wave', synthetic: 'watch', replay: 'reset' };

/** How far a session is: a word and a tone. */
export const STAGE = {
  discovered: [t('Found'), 'warn'], matched: [t('Known'), 'warn'], confirmed: [t('Checked'), 'warn'], connected: [t('Connected'), 'warn'],
  configured: [t('Set up'), 'warn'], streaming: [t('Streaming'), 'good'], interrupted: [t('Interrupted'), 'bad'],
  resumed: [t('Streaming again'), 'good'], stopped: [t('Stopped'), ''],
};
/** The steps that a person sees, and which stages lie in each. */
export const STEPS = [
  [t('Found'), ['discovered', 'matched']], [t('Connected'), ['confirmed', 'connected']], [t('Set up'), ['configured']],
  [t('Streaming'), ['streaming', 'resumed']],
];

const CHANNELS = {
  acceleration: t('Acceleration'), angular_velocity: t('Rotation'), counts: t('Activity counts'), heart_rate: t('Heart rate'),
  rr_interval: t('Beat-to-beat intervals'), contact: t('Skin contact'), energy: t('Energy'), temperature: t('Temperature'),
  light: t('Light'), battery: t('Battery voltage'), marker: t('Button presses'), vendor_state: t("The maker's own states"),
  ecg: t('Electrocardiogram'), ppg: t('Pulse wave'), spo2: t('Blood oxygen'), steps: t('Steps'), magnetic_field: t('Magnetic field'),
  pressure: t('Air pressure'), humidity: t('Humidity'),
};

/** A stream in words. */
export const channel = (name) => CHANNELS[name] ?? sentence(name);

const GROUPS = { rr_interval: 'heart', heart_rate: 'heart', acceleration: 'motion' };
/** Streams that say the same of a body: of two devices one is believed. */
export const group = (name) => GROUPS[name] ?? null;
export const GROUP = { heart: t('heart beats and heart rate'), motion: t('movement') };

/** The rate of a stream: "52 per second"; nothing where it comes as it happens. */
export const rate = (hertz) => (hertz ? t`${Number(hertz.toFixed(2))} a second` : null);

/** Different words about one device on one line. */
export const line = (...words) => words.filter((word, index) => word && words.indexOf(word) === index).join(' · ');
