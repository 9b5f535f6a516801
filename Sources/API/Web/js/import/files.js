// The files of a choice or of a drop, with all that lie in folders, in the order of their names.

const read = (reader) => new Promise((found, failed) => { reader.readEntries(found, failed); });
const open = (entry) => new Promise((found, failed) => { entry.file(found, failed); });
const isHidden = (name) => name.startsWith('.') || name === 'Thumbs.db' || name === 'desktop.ini';
const inOrder = (files) => files.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
const visible = (files) => inOrder(files.filter(({ name }) => !name.split('/').some(isHidden)));

async function within(entry, folder) {
  if (isHidden(entry.name)) return [];
  if (!entry.isDirectory) return [{ file: await open(entry), name: folder + entry.name }];
  const reader = entry.createReader();
  const files = [];
  // A folder is told a hundred entries at a time.
  for (let some = await read(reader); some.length; some = await read(reader)) {
    for (const one of some) files.push(...await within(one, `${folder}${entry.name}/`));
  }
  return files;
}

/** What was dropped, as `{ file, name }`, where the name has the folders in which the file lies. */
export async function dropped({ items, files }) {
  // Asked of all before the first wait, after which the browser tells nothing any more.
  const entries = [...items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.length) return chosen(files);
  const found = await Promise.all(entries.map((entry) => within(entry, '')));
  return inOrder(found.flat());
}

/** What was chosen: files, or a folder with all that is in it. */
export const chosen = (files) => visible([...files].map((file) => ({ file, name: file.webkitRelativePath || file.name })));
