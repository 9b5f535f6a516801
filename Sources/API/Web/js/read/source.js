// Where the text comes from: pasted, or a file of the reader's own.

import { Problem, problemFrom } from '../api.js';
import { fill, h, icon } from '../dom.js';
import { t } from '../language.js';

const LONGEST = 180_000;

async function read(file) {
  const path = `/api/v1/reading/text?name=${encodeURIComponent(file.name)}`;
  let response;
  try {
    response = await fetch(path, { method: 'POST', body: file, headers: { Accept: 'application/json' } });
  } catch {
    throw new Problem(t("Nightjar can't be reached"), t('The gateway does not answer. Try again.'), 0, null);
  }
  const text = await response.text();
  if (!response.ok) throw problemFrom(response.status, text);
  return JSON.parse(text);
}

/** A card that calls `begin({ title, text })`. */
export function sourceCard(begin) {
  const title = h('input', { type: 'text', id: 'read-title', maxlength: '200', placeholder: t('Title') });
  const area = h('textarea', { id: 'read-paste', placeholder: t('Paste a text here'), maxlength: String(LONGEST) });
  const chapters = h('div', null);
  const status = h('p', { class: 'small muted', role: 'status' });
  const input = h('input', { type: 'file', id: 'read-file', class: 'sr-only', accept: '.txt,.md,.epub,text/plain,application/epub+zip' });
  input.addEventListener('change', async () => {
    const [file] = input.files;
    input.value = '';
    if (!file) return;
    status.textContent = t`Reading ${file.name}…`;
    try {
      const book = await read(file);
      status.textContent = t`${book.title}${book.author ? `, ${book.author}` : ''}: ${book.words} words.`;
      title.value = book.title;
      show(book);
    } catch (problem) {
      status.textContent = problem.detail ?? problem.title ?? t('The file could not be read.');
    }
  });
  function show({ chapters: parts }) {
    const take = (index) => { area.value = parts[index].text.slice(0, LONGEST); };
    take(0);
    if (parts.length < 2) return fill(chapters);
    const select = h('select', { id: 'read-chapter', onchange: () => take(select.selectedIndex) },
      parts.map((part, index) => h('option', null, t`${index + 1}. ${part.title ?? t('Untitled')} (${part.words} words)`)));
    return fill(chapters, h('label', { for: 'read-chapter' }, t('Chapter')), select);
  }
  const form = h('form', { class: 'card read-source', 'aria-labelledby': 'read-source-title' },
    h('header', null, h('h2', { id: 'read-source-title' }, t('What would you like to read?'))),
    h('label', { class: 'sr-only', for: 'read-title' }, t('Title')), title,
    h('label', { class: 'sr-only', for: 'read-paste' }, t('Text')), area, chapters, status,
    h('div', { class: 'read-actions' },
      h('button', { class: 'button primary', type: 'submit', id: 'read-start' }, icon('play'), t('Start reading')),
      input, h('label', { class: 'button', for: 'read-file' }, icon('upload'), t('Open a file')),
      h('span', { class: 'muted small' }, t('.txt, .md or .epub; it stays on this machine'))));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = area.value.trim();
    if (!text) {
      status.textContent = t('Paste a text or open a file first.');
      area.focus();
      return;
    }
    begin({ title: title.value.trim(), text });
  });
  return form;
}
