// Heart rate in large, its recent course, and the variability behind the load.

import { h, icon, setText, svg } from '../dom.js';
import { MISSING, number, span, wallClock } from '../format.js';
import { t } from '../language.js';
import { refusal } from '../words.js';

const FRESH_S = 15;
const KEEP_S = 600;
const WIDTH = 300;
const HEIGHT = 64;

/** A card with its own `update(device, buffers, now)`. */
export function heartCard() {
  const value = h('span', { class: 'value num', id: 'bpm' }, MISSING);
  const pulse = h('span', { class: 'pulse', 'aria-hidden': 'true' }, icon('heart'));
  const note = h('p', { class: 'muted small', id: 'bpm-note' });
  const source = h('span', { class: 'muted small source' });
  const line = svg('path', { class: 'spark-line' });
  const area = svg('path', { class: 'spark-area' });
  const spark = svg('svg', { class: 'spark', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': t('Heart rate, last 10 minutes') }, area, line);
  const facts = {};
  const fact = (key, label, unit) => {
    facts[key] = h('dd', { class: 'num' }, MISSING);
    return h('div', null, h('dt', null, label), facts[key], h('dd', { class: 'unit' }, unit));
  };
  const why = h('p', { class: 'muted small why' });
  const element = h('section', { class: 'card heart', 'aria-labelledby': 'heart-title' },
    h('header', null, h('h2', { id: 'heart-title' }, t('Heart rate')), source),
    h('div', { class: 'heart-now' }, pulse, h('p', { class: 'big' }, value, h('span', { class: 'unit' }, 'bpm')), note),
    spark,
    h('dl', { class: 'facts' },
      fact('low', t('Lowest'), 'bpm'), fact('high', t('Highest'), 'bpm'), fact('mean', t('Average'), 'bpm'),
      fact('rmssd', 'RMSSD', 'ms'), fact('sdnn', 'SDNN', 'ms')),
    why);

  let lastBeat = null;
  function update(device, { hr, rr, load, vitals }, now) {
    setText(source, device?.name ?? '');
    const last = hr.at(-1);
    const fresh = last && now - last[0] < FRESH_S;
    element.classList.toggle('stale', !fresh);
    setText(value, fresh ? number(last[1]) : MISSING);
    const refused = last ? null : refusal(device, 'heart_rate') ?? refusal(device, 'rr_interval');
    setText(note, refused ?? (!last ? t('No heart rate received yet') : fresh ? t('now') : t`Last ${number(last[1])} bpm at ${wallClock(last[0])}, ${span(now - last[0])} ago`));
    if (fresh && rr.at(-1)?.[0] !== lastBeat) {
      lastBeat = rr.at(-1)?.[0];
      pulse.classList.toggle('beat');
    }
    const rates = hr.map(([, bpm]) => bpm);
    setText(facts.low, rates.length ? number(Math.min(...rates)) : MISSING);
    setText(facts.high, rates.length ? number(Math.max(...rates)) : MISSING);
    setText(facts.mean, rates.length ? number(rates.reduce((sum, bpm) => sum + bpm, 0) / rates.length) : MISSING);
    drawSpark(hr, now);
    const reading = load.at(-1);
    // With each beat where the gateway says it, else with each assessment of the load.
    const current = vitals && now - vitals.time < FRESH_S ? vitals : null;
    setText(facts.rmssd, number(current ? current.rmssd : reading?.rmssd_ms?.value, 1));
    setText(facts.sdnn, number(current ? current.sdnn : reading?.sdnn_ms?.value, 1));
    const reasons = [['RMSSD', reading?.rmssd_ms], ['SDNN', reading?.sdnn_ms]]
      .filter(([, estimate]) => estimate && estimate.value === null && estimate.reason)
      .map(([name, estimate]) => `${name}: ${estimate.reason}`);
    setText(why, refused ? '' : reasons.join(' · '));
  }

  function drawSpark(hr, now) {
    if (hr.length < 2) {
      line.removeAttribute('d');
      area.removeAttribute('d');
      return;
    }
    const rates = hr.map(([, bpm]) => bpm);
    const low = Math.min(...rates) - 2;
    const high = Math.max(...rates) + 2;
    const start = Math.max(now - KEEP_S, hr[0][0]);
    const x = (time) => (((time - start) / Math.max(1, now - start)) * WIDTH).toFixed(1);
    const y = (bpm) => (HEIGHT - 2 - ((bpm - low) / (high - low)) * (HEIGHT - 4)).toFixed(1);
    let path = '';
    let previous = null;
    for (const [time, bpm] of hr) {
      if (time < start) continue;
      path += `${previous !== null && time - previous < FRESH_S ? 'L' : 'M'}${x(time)} ${y(bpm)}`;
      previous = time;
    }
    line.setAttribute('d', path);
    area.setAttribute('d', path.lastIndexOf('M') === 0 ? `${path}L${x(hr.at(-1)[0])} ${HEIGHT}L${x(start)} ${HEIGHT}Z` : '');
  }
  return { element, update };
}
