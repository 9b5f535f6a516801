// What the owner must hear of at once, above every screen until somebody says that they have seen it.

import * as api from './api.js';
import { fill, h, icon } from './dom.js';
import { t } from './language.js';
import { prose } from './prose.js';
import { wallClock } from './format.js';

const MOST = 3;
const TONE = { urgent: 'bad', warning: 'warn', notice: 'info' };

/** Keeps `host` showing the alerts of `surroundings`. */
export function showAlerts(host, surroundings) {
  let shown = '';

  function row({ id, severity, message, next_step: next, time_s: time }) {
    const seen = h('button', { class: 'button', type: 'button', onclick: () => {
      surroundings.dismiss(id);
      api.change(`/alerts/${id}/acknowledge`, 'POST').catch(() => {});
    } }, t('Got it'));
    return h('li', { class: TONE[severity] ?? 'warn', data: { alert: id } }, icon('alert'),
      h('p', null, h('strong', null, prose(message)), ' ', next && h('span', null, prose(next)), ' ',
        h('time', { class: 'num small' }, wallClock(time).slice(0, 5))), seen);
  }

  surroundings.addEventListener('change', () => {
    const text = JSON.stringify(surroundings.alerts.map(({ id, message }) => [id, message]));
    if (text === shown) return;
    shown = text;
    const alerts = surroundings.alerts;
    host.hidden = !alerts.length;
    fill(host, h('ul', { 'aria-label': t('Alerts') }, alerts.slice(0, MOST).map(row),
      alerts.length > MOST && h('li', { class: 'warn' }, h('p', null, t`and ${alerts.length - MOST} more`))));
  });
}
