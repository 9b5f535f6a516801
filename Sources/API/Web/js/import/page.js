// Import: bring in what a recorder wrote.

import * as api from '../api.js';
import { fill, h, icon } from '../dom.js';
import { t } from '../language.js';
import { failure, skeleton } from '../states.js';
import { enqueue, progressLine } from './batch.js';
import { showContests } from './contests.js';
import { chosen, dropped } from './files.js';
import { ImportJob, isFinal } from './job.js';
import { jobCard, nightLinks, stateTone, stateWord } from './jobCard.js';
import { zoneSelect } from './zones.js';

// Kept across visits: leaving the screen does not end an import.
const jobs = [];

function dropZone(take) {
  const input = (id, attributes) => {
    const field = h('input', { type: 'file', id, class: 'sr-only', multiple: true, ...attributes, onchange: () => {
      take(chosen(field.files));
      field.value = '';
    } });
    return field;
  };
  const zone = h('div', { class: 'drop', id: 'drop' },
    icon('upload'),
    h('p', { class: 'drop-title' }, t('Drop recordings here, or a whole folder')),
    h('p', { class: 'muted small' }, t('ActiGraph .gt3x, .agd and .csv · Axivity .cwa, .wav and .csv · GENEActiv, GENEA and Matrix .bin · Actiwatch .awd and Actiware .csv · Actical and Daqtometer .csv · MotionWatch .mtn · Condor and Tempatilumi .txt · NHANES .csv; also as .gz or .zip')),
    h('div', { class: 'drop-actions' },
      input('file'), h('label', { class: 'button primary', for: 'file' }, t('Choose files')),
      input('folder', { webkitdirectory: true }), h('label', { class: 'button', for: 'folder' }, t('Choose a folder'))));
  let depth = 0;
  const over = (change) => {
    depth = Math.max(0, depth + change);
    zone.classList.toggle('over', depth > 0);
  };
  zone.addEventListener('dragenter', (event) => { event.preventDefault(); over(1); });
  zone.addEventListener('dragleave', () => over(-1));
  zone.addEventListener('dragover', (event) => event.preventDefault());
  zone.addEventListener('drop', (event) => {
    event.preventDefault();
    depth = 0;
    over(0);
    dropped(event.dataTransfer).then(take, () => take(chosen(event.dataTransfer.files)));
  });
  return zone;
}

function earlierItem({ name, state, message, nights }) {
  return h('li', null,
    h('p', { class: 'earlier-head' }, h('strong', { class: 'file-name' }, name), h('span', { class: `tag ${stateTone(state)}` }, stateWord(state))),
    message && h('p', { class: 'small muted' }, message),
    nights?.length > 0 && nightLinks(nights));
}

async function showEarlier(host, signal, follow) {
  try {
    const { imports: all } = await api.imports(signal);
    if (signal.aborted) return;
    // An upload that this page sends has no number here before it is over.
    all.filter((one) => !isFinal(one.state) && !jobs.some(({ state, file }) => file.name === one.name && (state === 'sending' || state === 'cancelled'))).forEach(follow);
    // What this page shows above is not told a second time; nor is what somebody cancelled here.
    const cancelled = new Set(jobs.filter(({ state }) => state === 'cancelled').map(({ file }) => file.name));
    const imports = all.filter((one) => isFinal(one.state) && !jobs.some(({ id }) => id === one.id))
      .filter((one) => !(['failed', 'cancelled'].includes(one.state) && cancelled.has(one.name)));
    fill(host, imports.length
      ? h('ol', { id: 'earlier', 'aria-labelledby': 'earlier-title' }, imports.map(earlierItem))
      : h('p', { class: 'muted', data: { state: 'empty' } }, t('Nothing was imported yet.')));
  } catch (error) {
    if (signal.aborted) return;
    fill(host, failure(error, () => showEarlier(host, signal, follow)));
  }
}

export function mount({ root, feed, signal, announce }) {
  const zone = zoneSelect();
  const list = h('ol', { class: 'jobs', 'aria-label': t('Running imports') });
  const earlier = h('div', null, skeleton(t('Loading earlier imports'), 4));
  const all = progressLine(jobs);
  const contests = h('section', { class: 'card', id: 'contests', hidden: true, 'aria-label': t('Contested recordings') });

  function add(files) {
    const made = files.map(({ file, name }) => new ImportJob(file, zone.value, feed, name));
    jobs.unshift(...made);
    list.prepend(...made.map(card));
    all.update();
    made.forEach(enqueue);
    if (!made.length) announce(t('There are no files in it.'));
  }
  function follow(record) {
    if (jobs.some((job) => job.id === record.id)) return;
    const job = ImportJob.follow(record, feed);
    jobs.unshift(job);
    list.prepend(card(job));
    all.update();
  }
  // Many files end one after another: what they change is asked for once.
  let waiting = null;
  const look = () => {
    waiting ??= setTimeout(() => {
      waiting = null;
      showEarlier(earlier, signal, follow);
      showContests(contests, signal, announce);
    }, 300);
  };
  signal.addEventListener('abort', () => clearTimeout(waiting));
  function card(job) {
    job.addEventListener('change', () => {
      if (!job.isFinal || signal.aborted) return;
      all.update();
      if (jobs.length < 4) announce(`${job.name}: ${stateWord(job.state)}`);
      look();
    }, { signal });
    return jobCard(job, job.zone ? () => {
      jobs.splice(jobs.indexOf(job), 1);
      add([job]);
    } : null);
  }

  fill(root, h('div', { class: 'page import' },
    h('header', { class: 'page-head' }, h('div', null, h('h1', null, t('Import')), h('p', { class: 'muted' }, t('Bring in what your recorder wrote. The file itself is kept, compressed; the same file twice counts once.')))),
    h('section', { class: 'card', 'aria-label': t('New import') },
      dropZone(add),
      h('div', { class: 'zone-row' },
        h('label', { for: 'zone' }, h('strong', null, t('Time zone of the recording')), h('span', { class: 'muted small' }, t('Most recorders write wall-clock time without a zone.'))),
        zone)),
    all.element, list, contests,
    h('section', { class: 'card', 'aria-labelledby': 'earlier-title' }, h('header', null, h('h2', { id: 'earlier-title' }, t('Earlier imports'))), earlier)));
  list.append(...jobs.map(card));
  all.update();
  // A file dropped beside the zone would replace the page.
  for (const name of ['dragover', 'drop']) window.addEventListener(name, (event) => event.preventDefault(), { signal });
  showEarlier(earlier, signal, follow);
  showContests(contests, signal, announce);
  // Imports that another program began.
  feed.addEventListener('import', ({ detail }) => {
    if (!jobs.some((job) => job.id === detail.id || job.state === 'sending')) showEarlier(earlier, signal, follow);
  }, { signal });
}
