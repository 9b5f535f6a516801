// Light or dark, and the language, as this browser was told, before anything is drawn.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing follows the system.
}

{
  // Whoever reads another kind of Chinese can read this one rather than English.
  const spoken = (tag) => (/^zh\b/i.test(tag) ? 'zh-Hant' : /^en\b/i.test(tag) ? 'en' : null);
  let told = null;
  try {
    told = localStorage.getItem('language');
  } catch {
    // It speaks as it is set up itself.
  }
  document.documentElement.lang = spoken(told ?? '') ?? (navigator.languages ?? [navigator.language]).map(spoken).find(Boolean) ?? 'en';
}
