// Questions that take the whole attention: one dialog at a time, closed by Escape, its own buttons or a click beside it.

import { fill, h, icon } from './dom.js';
import { t } from './language.js';

let count = 0;

/**
 * Opens a dialog. `work(form)` runs when its form is sent and may fail with a problem, which is shown in the dialog.
 * `danger` marks an action that cannot be taken back. Resolves to true when the work was done, false when it was not.
 */
export function ask({ title, body, action, danger = false, work, check }) {
  count += 1;
  const id = `dialog-${count}`;
  const trouble = h('div', { role: 'alert' });
  const send = h('button', { class: `button ${danger ? 'danger' : 'primary'}`, type: 'submit' }, action);
  const form = h('form', { class: 'dialog-form', novalidate: true },
    h('header', { class: 'dialog-head' }, h('h2', { id }, title),
      h('button', { class: 'button quiet round', type: 'button', 'aria-label': t('Close'), onclick: () => dialog.close() }, icon('close'))),
    h('div', { class: 'dialog-body' }, body), trouble,
    h('footer', { class: 'dialog-foot' },
      h('button', { class: 'button', type: 'button', onclick: () => dialog.close() }, t('Cancel')), send));
  const dialog = h('dialog', { 'aria-labelledby': id, onclick: (event) => { if (event.target === dialog) dialog.close(); } }, form);
  const before = document.activeElement;
  let isDone = false;

  const allow = () => { send.disabled = check ? !check(form) : false; };
  form.addEventListener('input', allow);
  form.addEventListener('change', allow);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (send.disabled) return;
    send.disabled = true;
    fill(trouble);
    try {
      await work(form);
      isDone = true;
      dialog.close();
    } catch (error) {
      if (error.status === undefined) console.error(error);
      fill(trouble, h('p', { class: 'outcome bad' }, icon('alert'), h('span', null, error.detail ?? t('That did not work. Try again.'))));
      allow();
    }
  });
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      if (before?.isConnected) before.focus();
      resolve(isDone);
    });
    document.body.append(dialog);
    allow();
    dialog.showModal();
    form.querySelector('[autofocus]')?.focus();
  });
}

/** A labelled field of a dialog; `note` says more below it. */
export function field(label, control, note) {
  count += 1;
  control.id ||= `field-${count}`;
  const noteId = note && `${control.id}-note`;
  if (noteId) control.setAttribute('aria-describedby', noteId);
  return h('p', { class: 'field' }, h('label', { for: control.id }, label), control,
    note && h('span', { class: 'muted small', id: noteId }, note));
}

/** A switch with its label; `changed(on)` runs when a person turns it. */
export function toggle(label, { on = false, name = null, note = null, changed = null } = {}) {
  const input = h('input', { type: 'checkbox', role: 'switch', name, checked: on, onchange: () => changed?.(input.checked) });
  return { input, element: h('label', { class: 'toggle' }, input, h('span', { class: 'toggle-text' }, h('span', null, label), note && h('span', { class: 'muted small' }, note))) };
}
