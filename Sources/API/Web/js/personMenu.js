// The menu behind the person: whose data are shown, of which recorder, light or dark, in which language, and what belongs to oneself.

import { fill, h, icon, setText } from './dom.js';
import { t } from './language.js';
import { languageChoice } from './languageChoice.js';
import { setTheme, theme } from './theme.js';

const LINKS = [['/account', t('Account and people')], ['/consent', t('What is recorded of you')], ['/watch', t('Watch')]];
const THEMES = [['system', t('System')], ['light', t('Light|theme')], ['dark', t('Dark')]];

/** Keeps the button and its menu in step with a selection; `choose(change)` is told of another one. */
export function personMenu(button, menu, selection, choose) {
  const name = button.querySelector('#person-name');
  const pick = (id, label, all, chosen, choices, field) => h('label', { class: 'field' }, h('span', null, label),
    h('select', { id, onchange: (event) => choose({ [field]: event.target.value || null }) },
      all && h('option', { value: '', selected: chosen === null }, all),
      choices.map((one) => h('option', { value: one.id, selected: one.id === chosen }, one.name))));

  function themes() {
    return h('fieldset', { class: 'segments' }, h('legend', null, t('Appearance')),
      THEMES.map(([value, label]) => h('label', null,
        h('input', { type: 'radio', name: 'theme', value, checked: value === theme(), onchange: () => setTheme(value) }), h('span', null, label))));
  }

  function draw() {
    const { people, recorders, person, device, me } = selection;
    const word = [selection.personName, selection.deviceName].filter(Boolean).join(t(', '));
    setText(name, word);
    button.classList.toggle('round', !word);
    button.setAttribute('aria-label', word ? t`${word}: you and settings` : t('You and settings'));
    const own = me?.user_id ?? people[0]?.id ?? null;
    const focused = document.activeElement?.id;
    fill(menu,
      people.length > 1 && pick('choose-person', t('Person'), null, person ?? own, people, 'person'),
      (recorders.length > 1 || device !== null) && pick('choose-device', t('Recorder'), t('Every recorder'), device,
        device === null || recorders.some(({ id }) => id === device) ? recorders : [...recorders, { id: device, name: device }], 'device'),
      h('ul', { class: 'menu-links' }, LINKS.map(([href, label]) => h('li', null, h('a', { href, data: { page: href.slice(1) } }, label, icon('right'))))),
      themes(), languageChoice());
    if (focused && menu.contains(document.getElementById(focused))) document.getElementById(focused).focus();
  }
  selection.addEventListener('change', draw);
  menu.addEventListener('click', (event) => { if (event.target.closest('a')) menu.hidePopover(); });
  draw();
}
