// The load as word, colour and shape, so that neither colour nor sight of it is needed.

import { fill, h, setText, svg } from '../dom.js';
import { number, share } from '../format.js';
import { t } from '../language.js';
import { tellLoad } from '../loadMeter.js';
import { loadWord } from '../words.js';

const SHAPES = {
  underload: () => svg('path', { d: 'M4 10h32L20 36z' }),
  optimal: () => svg('circle', { cx: 20, cy: 20, r: 15 }),
  overload: () => svg('path', { d: 'M20 4 37 35H3z' }),
  unknown: () => svg('path', { d: 'M6 18h28v4H6z' }),
};

/** A card body with `update(assessment)`. */
export function loadBadge() {
  const shape = svg('svg', { class: 'shape', viewBox: '0 0 40 40', 'aria-hidden': 'true' });
  const word = h('span', { class: 'word', id: 'read-state' }, t('Not known yet'));
  const detail = h('span', { class: 'muted small' });
  const badge = h('div', { class: 'load-badge', data: { state: 'unknown' } }, shape, word, detail);
  const bar = h('span');
  const meter = h('div', { class: 'load-bar' }, bar);
  const why = h('p', { class: 'muted small' });
  bar.style.width = '0%';
  tellLoad(meter, null, t('not known yet'));
  fill(shape, SHAPES.unknown());

  function update(assessment) {
    const load = assessment?.cognitive_load ?? null;
    const state = load === null ? 'unknown' : assessment.state ?? 'unknown';
    badge.dataset.state = state;
    badge.classList.toggle('stale', Boolean(assessment?.stale));
    fill(shape, (SHAPES[state] ?? SHAPES.unknown)());
    setText(word, load === null ? (assessment?.muted ? t('Silent while you breathe') : t('Not known yet')) : `${loadWord(state, assessment.state_held)} · ${number(load, 2)}`);
    const speed = assessment?.reading_speed ? t`${number(assessment.reading_speed)} words/min` : null;
    const heart = assessment?.heart_rate ? t`heart ${number(assessment.heart_rate)}` : null;
    const trust = load === null ? null : t`confidence ${share(assessment.confidence)}`;
    setText(detail, [speed, heart, trust].filter(Boolean).join(' · ') || t('Assessed every 30 s'));
    setText(why, (assessment?.reasons ?? []).slice(0, 2).join('; '));
    bar.style.width = `${Math.round((load ?? 0) * 100)}%`;
    tellLoad(meter, load, load === null ? word.textContent : loadWord(state, assessment.state_held));
  }
  return { element: h('div', null, badge, meter, why), update };
}
