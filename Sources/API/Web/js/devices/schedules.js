// When nights are recorded by themselves: the list of schedules, and the questions of one.

import * as api from '../api.js';
import { ask, field, toggle } from '../dialog.js';
import { fill, h, icon } from '../dom.js';
import { t } from '../language.js';

const DAYS = [t('Mon'), t('Tue'), t('Wed'), t('Thu'), t('Fri'), t('Sat'), t('Sun')];

/** A schedule in words; empty for none and for one that rests. */
export function planLine(plan) {
  return plan?.on ? times(plan) : '';
}

function times(plan) {
  const days = plan.days?.length === 7 ? t('every night') : (plan.days ?? []).map((day) => DAYS[day - 1]).join(t(', '));
  return t`${days} ${plan.from} to ${plan.to}${plan.trigger === 'wear' ? t(', when worn') : ''}`;
}

/** Asks what is to be changed: the one there is to be, or one of several. */
export async function askSchedules(plans) {
  if (!plans.length) return schedule(null);
  const list = h('ul', { class: 'schedules', 'aria-label': t('Schedules') });
  let next = null;
  const trouble = h('div', { role: 'alert' });
  const close = () => list.closest('dialog').close();
  const row = (plan) => {
    const change = h('button', { class: 'button', type: 'button', onclick: () => { next = plan; close(); } }, icon('clock'), h('span', null, t('Change')));
    const remove = h('button', { class: 'button quiet', type: 'button', onclick: () => take(plan) }, icon('trash'), h('span', null, t('Remove')));
    return h('li', { data: { schedule: plan.id } }, h('span', { class: plan.on ? 'num' : 'num muted' }, times(plan), plan.on ? '' : t(' (off)')), change, remove);
  };
  async function take(plan) {
    fill(trouble);
    try {
      await api.change(`/night-schedules/${plan.id}`, 'DELETE');
      list.querySelector(`[data-schedule="${plan.id}"]`)?.remove();
      if (!list.children.length) close();
    } catch (error) {
      fill(trouble, h('p', { class: 'outcome bad' }, icon('alert'), h('span', null, error.detail ?? t('That did not work. Try again.'))));
    }
  }
  fill(list, plans.map(row));
  const isMore = await ask({ title: t('Schedules'), action: t('Add another'), body: [list, trouble], work: () => {} });
  if (isMore || next) await schedule(next);
}

function schedule(plan) {
  const from = h('input', { type: 'time', name: 'from', value: plan?.from ?? '22:00', required: true });
  const to = h('input', { type: 'time', name: 'to', value: plan?.to ?? '07:30', required: true });
  const days = DAYS.map((word, index) => {
    const input = h('input', { type: 'checkbox', name: word, checked: plan?.days?.includes(index + 1) ?? true });
    return { index, input, element: h('label', { class: 'chip' }, input, h('span', null, word)) };
  });
  const worn = toggle(t('Only while a device is worn'), { on: plan?.trigger === 'wear', note: t('Begins when it is put on and ends when it is taken off. Needs a device that feels the skin.') });
  const nightly = toggle(t('Record nights by themselves'), { on: plan?.on ?? true, note: t('Also after a restart of this machine.'), changed: show });
  const rest = h('div', { class: 'dialog-part' },
    h('div', { class: 'times' }, field(t('From'), from), field(t('To'), to)),
    h('fieldset', { class: 'field chips' }, h('legend', null, t('Nights that begin on')), days.map(({ element }) => element)), worn.element);
  function show() { rest.hidden = !nightly.input.checked; }
  show();
  return ask({
    title: t('Schedule'), action: t('Save'),
    check: () => !nightly.input.checked || (from.value && to.value && days.some(({ input }) => input.checked)),
    body: [nightly.element, rest],
    work: () => api.change(plan ? `/night-schedules/${plan.id}` : '/night-schedules', plan ? 'PUT' : 'POST', {
      on: nightly.input.checked, from: from.value, to: to.value, trigger: worn.input.checked ? 'wear' : 'clock',
      days: days.filter(({ input }) => input.checked).map(({ index }) => index + 1),
    }),
  });
}
