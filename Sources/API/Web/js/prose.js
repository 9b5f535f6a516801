// Sentences of the gateway: what stands between back-ticks, or is quoted and begins like one, is a command, which can be
// copied.

import { h, icon } from './dom.js';
import { t } from './language.js';

const COMMAND = /`([^`]+)`|“((?:sudo|nightjar|rfkill|systemctl|bluetoothctl|modprobe|make|apt-get|usermod) [^”]*)”/;

/** Text with its commands as code. */
export function prose(text) {
  const parts = [];
  let rest = String(text ?? '');
  for (let found = COMMAND.exec(rest); found; found = COMMAND.exec(rest)) {
    parts.push(rest.slice(0, found.index), h('code', null, found[1] ?? found[2]));
    rest = rest.slice(found.index + found[0].length);
  }
  return [...parts, rest].filter((part) => part !== '');
}

/** The commands that a text names. */
export const commands = (text) => [...String(text ?? '').matchAll(new RegExp(COMMAND, 'g'))].map((found) => found[1] ?? found[2]);

/** A command on a line of its own with a button that copies it. */
export function commandLine(command, announce) {
  const word = h('span', null, t('Copy'));
  async function copy() {
    try {
      await navigator.clipboard.writeText(command);
      word.textContent = t('Copied');
      announce?.(t('Copied'));
    } catch {
      getSelection().selectAllChildren(code);
      word.textContent = t('Press Ctrl+C');
    }
    setTimeout(() => { word.textContent = t('Copy'); }, 3000);
  }
  const code = h('code', null, command);
  return h('div', { class: 'command' }, code,
    h('button', { class: 'button quiet', type: 'button', 'aria-label': t`Copy the command ${command}`, onclick: copy }, icon('copy'), word));
}
