// Damaged stores that were set aside: nobody looks into them when a person is deleted, so whoever deletes is told.

import { ask } from '../dialog.js';
import { h } from '../dom.js';
import { t } from '../language.js';

/** Shows what a deletion has left in the data folder, and waits until that was seen; nothing where nothing was left. */
export async function tellSetAside(report) {
  const names = report?.set_aside ?? [];
  if (names.length === 0) return;
  await ask({
    title: t('Deleted, but for damaged stores'), action: t('Understood'),
    body: [h('p', null, t('Damaged stores that were set aside in the data folder of this box may still hold some of what was deleted. Whoever runs the box deletes these files once nothing is to be saved from them any more:')),
      h('ul', { class: 'set-aside' }, names.map((name) => h('li', { class: 'num' }, name)))],
    work: () => {},
  });
}
