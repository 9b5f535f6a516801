// How often insights are written, and of what kinds nothing is said: the person's choice.

import * as api from '../api.js';
import { h, icon } from '../dom.js';
import { language, t } from '../language.js';

const OFTEN = [['nightly', t('After each night')], ['weekly', t('Every Monday')], ['on_demand', t('Only when I ask')]];
const KINDS = [['sleep', t('Sleep')], ['heart', t('Heart')], ['activity', t('Activity')]];

export const choice = (person, signal) => api.get(`/insights/preferences${person ? `?person=${person}` : ''}`, signal);

/** The insight of the day in the language of the page; `person` is the number of whose, null for one's own. */
export function ofToday(person, signal) {
  const asked = new URLSearchParams({ ...(person ? { person } : {}), ...(language === 'en' ? {} : { language }) });
  return api.get(`/insights/today${asked.size ? `?${asked}` : ''}`, signal);
}

/** A part of the page, folded in, that keeps each change at once; `changed` is called after it. */
export function choiceCard(chosen, person, changed) {
  const trouble = h('div', { role: 'alert' });
  async function keep() {
    trouble.replaceChildren();
    const frequency = element.querySelector('input[name=often]:checked').value;
    const muted = [...element.querySelectorAll('input[name=kind]:not(:checked)')].map(({ value }) => value);
    try {
      await api.change(`/insights/preferences${person ? `?person=${person}` : ''}`, 'PUT', { frequency, muted });
      changed({ frequency, muted });
    } catch (error) {
      trouble.replaceChildren(h('p', { class: 'outcome bad' }, icon('alert'), h('span', null, error.detail ?? t('That did not work. Try again.'))));
    }
  }
  const boxes = (type, name, words, isOn) => words.map(([value, word]) => h('label', null,
    h('input', { type, name, value, checked: isOn(value), onchange: keep }), h('span', null, word)));
  const element = h('details', { class: 'card insight-choice' }, h('summary', null, t('How often, and about what')),
    h('fieldset', null, h('legend', null, t('One is written')), boxes('radio', 'often', OFTEN, (value) => value === chosen.frequency)),
    h('fieldset', null, h('legend', null, t('It may be about')), boxes('checkbox', 'kind', KINDS, (value) => !chosen.muted.includes(value))),
    trouble);
  return element;
}
