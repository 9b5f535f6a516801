// Cognitive load: an arc with its two borders, the word for it, and how far it can be trusted.

import { fill, h, icon, setText, svg } from '../dom.js';
import { MISSING, number, sentence, share, span, wallClock } from '../format.js';
import { t } from '../language.js';
import { tellLoad } from '../loadMeter.js';
import { loadWord, trust } from '../words.js';

const UNDER = 0.4;
const OVER = 0.7;
// Which figure the gateway believes now.
const BELIEVED = { index: t('Believe the load'), heart_rate: t('Believe heart rate alone, on which the load rests now'), neither: t('Believe neither load nor heart rate') };
// Assessed every 30 s: past three of them, a load is history.
const OLD_S = 90;
const CENTRE = 110;
const RADIUS = 88;
// The arc opens downwards: 0 at lower left, 1 at lower right.
const angle = (load) => Math.PI * (1.2 - 1.4 * load);

function point(load, radius = RADIUS) {
  const a = angle(load);
  return `${(CENTRE + radius * Math.cos(a)).toFixed(2)} ${(CENTRE - radius * Math.sin(a)).toFixed(2)}`;
}

function arc(from, to) {
  const large = 1.4 * (to - from) > 1 ? 1 : 0;
  return `M${point(from)}A${RADIUS} ${RADIUS} 0 ${large} 1 ${point(to)}`;
}

function scale() {
  const label = (load, text) => {
    const [x, y] = point(load, RADIUS + 17).split(' ');
    return svg('text', { x, y, class: 'tick-label', 'text-anchor': 'middle', 'dominant-baseline': 'middle' }, text);
  };
  const tick = (load) => svg('path', { class: 'tick', d: `M${point(load, RADIUS - 11)}L${point(load, RADIUS + 9)}` });
  return [
    svg('path', { class: 'zone under', d: arc(0, UNDER) }),
    svg('path', { class: 'zone optimal', d: arc(UNDER, OVER) }),
    svg('path', { class: 'zone over', d: arc(OVER, 1) }),
    tick(UNDER), tick(OVER), label(UNDER, '0.4'), label(OVER, '0.7'),
  ];
}

/** A card with its own `update(device, readings, now)`. */
export function loadCard() {
  const dot = svg('circle', { class: 'needle', r: 9 });
  const picture = svg('svg', { class: 'gauge', viewBox: '0 0 220 178', 'aria-hidden': 'true' }, scale(), dot);
  const value = h('span', { class: 'value num', id: 'load' }, MISSING);
  const word = h('span', { class: 'word', id: 'load-state' });
  const meter = h('div', { class: 'gauge-box' },
    picture, h('p', { class: 'gauge-text' }, value, word));
  const barFill = h('span', { class: 'bar-fill' });
  const bar = h('span', { class: 'bar', role: 'meter', 'aria-label': t('Confidence'), 'aria-valuemin': '0', 'aria-valuemax': '100', id: 'load-confidence-bar' }, barFill);
  const confidence = h('span', { class: 'num', id: 'load-confidence' });
  const reasons = h('ul', { class: 'reasons', id: 'load-reasons' });
  const note = h('p', { class: 'muted small' });
  const course = svg('svg', { class: 'course', viewBox: '0 0 300 44', preserveAspectRatio: 'none', role: 'img', 'aria-label': t('Load, last hour') });
  const element = h('section', { class: 'card load', 'aria-labelledby': 'load-title' },
    h('header', null, h('h2', { id: 'load-title' }, t('Cognitive load')), note),
    meter,
    h('div', { class: 'confidence' }, h('span', { class: 'muted' }, t('Confidence')), bar, confidence),
    reasons, course);

  function update(readings, now) {
    const reading = readings.at(-1);
    const load = reading?.load ?? null;
    element.dataset.state = reading?.state ?? 'unknown';
    const isOld = Boolean(reading) && now - reading.t_s > OLD_S;
    element.classList.toggle('stale', isOld || Boolean(reading?.stale));
    setText(value, number(load, 2));
    setText(word, reading?.refused ? t('Refused') : load === null ? t('Not known') : loadWord(reading.state, reading.state_held));
    dot.toggleAttribute('hidden', load === null);
    if (load === null) {
      tellLoad(meter, null, reading?.refused ? t('refused by the wearer') : t('not known'));
      dot.setAttribute('visibility', 'hidden');
    } else {
      const [x, y] = point(Math.min(1, Math.max(0, load))).split(' ');
      dot.setAttribute('visibility', 'visible');
      dot.setAttribute('cx', x);
      dot.setAttribute('cy', y);
      tellLoad(meter, load, word.textContent);
    }
    showConfidence(load === null ? null : reading.confidence);
    showReasons(reading, load);
    setText(note, noteOn(reading, isOld, now));
    drawCourse(readings, now);
  }

  function noteOn(reading, isOld, now) {
    if (!reading) return '';
    if (isOld) return t`Last known ${span(now - reading.t_s)} ago`;
    return reading.stale ? t`Kept from ${wallClock(reading.t_s)}` : t`At ${wallClock(reading.t_s)}`;
  }

  function showConfidence(level) {
    const word = trust(level);
    bar.className = `bar ${word?.tone ?? ''}`;
    barFill.style.width = `${Math.round((level ?? 0) * 100)}%`;
    bar.setAttribute('aria-valuenow', String(Math.round((level ?? 0) * 100)));
    bar.setAttribute('aria-valuetext', word ? `${word.word}, ${share(level)}` : t('none'));
    const text = word ? `${word.word} · ${share(level)}` : MISSING;
    if (confidence.dataset.text !== text) {
      confidence.dataset.text = text;
      fill(confidence, word && icon(word.icon), text);
      confidence.className = `num trust ${word?.tone ?? ''}`;
    }
  }

  function showReasons(reading, load) {
    const because = reading?.refused ? null : reading?.believed_because;
    const lines = (reading?.reasons ?? []).filter((line) => !because || !line.includes(because));
    if (BELIEVED[reading?.believed] && !reading.muted && !reading.refused) lines.unshift(`${BELIEVED[reading.believed]}: ${because}`);
    if (!reading) lines.push(t('Waiting for the first assessment; it comes every 30 seconds.'));
    else if (load === null && !lines.length) lines.push(t('The gateway gave no reason.'));
    if (reading?.stale) lines.unshift(t('Too little to go on right now: this is the last load that was known.'));
    if (reading?.muted) lines.unshift(t('Muted: not assessed during exercise or breathing sessions.'));
    const text = lines.join('|');
    if (reasons.dataset.text === text) return;
    reasons.dataset.text = text;
    fill(reasons, lines.map((line) => h('li', null, icon('info'), h('span', null, sentence(line)))));
  }

  function drawCourse(readings, now) {
    const known = readings.filter(({ load }) => load !== null && load !== undefined);
    const start = now - 3600;
    const x = (time) => (((time - start) / 3600) * 300).toFixed(1);
    const y = (load) => (42 - load * 40).toFixed(1);
    let path = '';
    let previous = null;
    for (const { t_s: time, load } of known) {
      path += `${previous !== null && time - previous < 90 ? 'L' : 'M'}${x(time)} ${y(load)}`;
      previous = time;
    }
    fill(course,
      [UNDER, OVER].map((border) => svg('path', { class: 'border', d: `M0 ${y(border)}H300` })),
      path && svg('path', { class: 'spark-line', d: path }));
  }
  return { element, update };
}
