// The load of figures that the reader types in.

import * as api from '../api.js';
import { fill, h } from '../dom.js';
import { t } from '../language.js';
import { loadBadge } from './shape.js';

const FIELDS = [
  ['reading_speed', t('Words per minute'), 180, 1], ['error_rate', t('Errors, 0 to 1'), 0.05, 0.01], ['pause_frequency', t('Pauses per minute'), 5, 1],
  ['heart_rate_variability', t('HRV in ms (may be empty)'), '', 1],
];

export function figuresCard() {
  const badge = loadBadge();
  const inputs = FIELDS.map(([name, label, value, step]) => [name, h('input', { type: 'number', id: `figure-${name}`, min: '0', step: String(step), value: String(value) }), label]);
  const result = h('div', { role: 'status' });
  const form = h('form', { class: 'read-source' },
    h('div', { class: 'read-figures' }, inputs.map(([name, input, label]) => h('label', { for: `figure-${name}` }, label, input))),
    h('div', { class: 'read-actions' }, h('button', { class: 'button', type: 'submit', id: 'assess' }, t('Assess load'))), result);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const body = Object.fromEntries(inputs.filter(([, input]) => input.value !== '').map(([name, input]) => [name, Number(input.value)]));
    try {
      const answer = await api.change('/cognitive/assess-load', 'POST', body);
      badge.update({ ...answer, reasons: answer.recommendations });
      fill(result, badge.element);
    } catch (problem) {
      fill(result, h('p', { class: 'small' }, problem.detail ?? problem.title));
    }
  });
  return h('details', { class: 'card' }, h('summary', null, t('Assess by figures')), form);
}
