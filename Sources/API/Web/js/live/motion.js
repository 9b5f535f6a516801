// Movement of the last minutes as bars, one a second.

import { h, setText } from '../dom.js';
import { MISSING, number } from '../format.js';
import { t } from '../language.js';
import { color, rem } from '../theme.js';
import { WEAR, refusal } from '../words.js';

const WINDOW_S = 300;

/** A card with its own `update(device, motion, now)`. */
export function motionCard() {
  const canvas = h('canvas', { class: 'motion-strip', id: 'motion', role: 'img', 'aria-label': t('Movement, last 5 minutes') });
  const value = h('span', { class: 'num strong', id: 'enmo' }, MISSING);
  const posture = h('span', { class: 'muted small num' });
  const note = h('p', { class: 'muted small' });
  const element = h('section', { class: 'card', 'aria-labelledby': 'motion-title' },
    h('header', null,
      h('h2', { id: 'motion-title' }, t('Movement'), h('span', { class: 'muted' }, t(' ENMO, last 5 minutes'))),
      h('p', null, value, h('span', { class: 'muted small' }, ' mg '), posture)),
    canvas, note);

  function update(device, motion, now) {
    const last = motion.at(-1);
    const fresh = last && now - last[0] < 15;
    const reading = last?.[2];
    setText(value, fresh ? number(last[1], 1) : MISSING);
    setText(posture, fresh && Number.isFinite(reading?.angle_z_deg) ? t`· arm at ${number(reading.angle_z_deg)}° · ${WEAR[reading.wear ?? device?.wear] ?? t('wear unknown')}` : '');
    setText(note, last ? '' : refusal(device, 'acceleration') ?? t`${device?.name ?? t('No device')} sends no acceleration: load is judged without motion.`);
    canvas.hidden = !last;
    draw(motion, now);
  }

  function draw(motion, now) {
    const { clientWidth: width, clientHeight: height } = canvas;
    if (!width) return;
    const ratio = window.devicePixelRatio || 1;
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    const context = canvas.getContext('2d');
    context.scale(ratio, ratio);
    context.fillStyle = color('grid');
    context.fillRect(0, height - 1, width, 1);
    // A fixed top for calm times, so that noise at rest does not look like movement.
    const top = Math.max(50, ...motion.filter(([time]) => time > now - WINDOW_S).map(([, mg]) => mg ?? 0));
    context.fillStyle = color('muted');
    context.font = `${rem(0.6875)}px system-ui, sans-serif`;
    context.fillText(`${Math.round(top)} mg`, 0, rem(0.6875));
    const step = width / WINDOW_S;
    context.fillStyle = color('motion');
    for (const [time, mg] of motion) {
      const x = (time - now + WINDOW_S) * step;
      if (x < 0 || mg === null) continue;
      const tall = Math.max(1, (mg / top) * (height - 4));
      context.fillRect(x, height - tall, Math.max(1, step - 0.6), tall);
    }
  }
  return { element, update };
}
