// The words of the pages in the language of whoever looks. A text stands in a module as English has it, and `words` holds what
// other languages say for it: one catalogue each, which a test holds complete.

const CATALOGUES = { 'zh-Hant': () => import('./words/zh-Hant.js') };
const LOCALES = { en: 'en-GB', 'zh-Hant': 'zh-TW' };

/** The languages that there are, each by its own name. */
export const LANGUAGES = { en: 'English', 'zh-Hant': '繁體中文' };

/** The language of the page, which `appearance.js` has found before anything was drawn. */
export const language = document.documentElement.lang in CATALOGUES ? document.documentElement.lang : 'en';

/** What `Intl` calls it, with the customs of the place where it is written so. */
export const locale = LOCALES[language];

// A catalogue that cannot be had leaves English, and says so to nobody but the console.
const words = await CATALOGUES[language]?.().then((module) => module.default, (error) => {
  console.error(error);
  return null;
}) ?? null;

const plurals = new Intl.PluralRules(locale);

// "{0} of {1}" for the parts of a template; what stands behind a bar tells apart what English says alike.
const key = (parts) => (typeof parts === 'string' ? parts : parts.reduce((all, part, index) => `${all}{${index - 1}}${part}`));
const english = (text) => text.replace(/\|.*$/s, '');
const joins = /^[，。、；：（／]|[，。、；：）！？…]$/;

// A wording that begins or ends with a wide mark needs no space there.
function wording(text) {
  const word = words?.[text.trim()];
  if (word === undefined) return english(text);
  const [before, after] = [/^\s*/.exec(text)[0], /\s*$/.exec(text.trimStart())[0]];
  return joins.test(word) ? word : before + word + after;
}

/**
 * A text in the language of the page: t('Slept'), or t`Slept ${time}`, whose values a language may put in another order. Spaces
 * at its ends join it to a text beside it.
 */
export function t(parts, ...values) {
  return wording(key(parts)).replace(/\{(\d+)\}/g, (whole, index) => values[index] ?? '');
}

/** The same with elements among the values: a list of texts and elements. */
export function woven(parts, ...values) {
  return wording(key(parts)).split(/\{(\d+)\}/).map((part, index) => (index % 2 ? values[part] : part));
}

/** Counts with their noun, "1 night", "3 nights": a language that knows no plural has one wording for both. */
export function plural(count, one, many = `${one}s`) {
  if (words) return wording(`{0} ${many}`).replace('{0}', count);
  return `${count} ${plurals.select(count) === 'one' ? one : many}`;
}

/** Words what a document says by itself: its texts, names and titles. */
export function wordDocument() {
  if (!words) return;
  document.title = document.title.split(' · ').map((part) => t(part)).join(' · ');
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) if (texts.currentNode.data.trim()) texts.currentNode.data = t(texts.currentNode.data);
  for (const name of ['aria-label', 'title']) {
    for (const element of document.querySelectorAll(`[${name}]`)) element.setAttribute(name, t(element.getAttribute(name)));
  }
}

/** Speaks another language from now on; the page begins again in it. */
export function setLanguage(choice) {
  try {
    localStorage.setItem('language', choice);
  } catch {
    // A browser that keeps nothing speaks as it is set up itself.
  }
  location.reload();
}
