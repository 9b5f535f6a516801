// In which language the pages speak, each named as its own readers name it.

import { h } from './dom.js';
import { language, LANGUAGES, setLanguage, t } from './language.js';

/** A choice that takes effect at once. */
export function languageChoice() {
  return h('fieldset', { class: 'segments languages' }, h('legend', null, t('Language')),
    Object.entries(LANGUAGES).map(([value, name]) => h('label', null,
      h('input', { type: 'radio', name: 'language', value, checked: value === language, onchange: () => setLanguage(value) }),
      h('span', { lang: value }, name))));
}
