// Runs: the list, and one of them step by step.

import { isOpen, json, path, picture, runs } from '/page/api.js';
import { ago, chip, el, fill, lasted, say, sayError, whileSeen } from '/page/dom.js';

const enc = encodeURIComponent;

export function runList({ main, signal }) {
  document.title = 'Runs – Clawperator';
  const body = el('tbody', {});
  fill(main, el('h1', {}, 'Runs'),
    el('div', { class: 'wide' }, el('table', { class: 'runs' },
      el('thead', {}, el('tr', {}, ['State', 'Task', 'Phone', 'Asked by', 'Steps', 'Took', 'When'].map((word) => el('th', { scope: 'col' }, word)))),
      body)));
  whileSeen(4000, signal, async () => {
    const all = await runs(100);
    if (signal.aborted) return;
    const focused = document.activeElement?.hash;
    fill(body, all.length ? all.map(row) : el('tr', {}, el('td', { colSpan: 7, class: 'dim' }, 'Nothing has run yet.')));
    if (focused) [...body.querySelectorAll('a')].find((link) => link.hash === focused)?.focus();
  });
}

function row(run) {
  return el('tr', {},
    el('td', {}, chip(run.fate)),
    el('td', {}, el('a', { href: `#/run/${enc(run.run)}` }, run.taskId), run.code ? el('span', { class: 'code' }, run.code) : null),
    el('td', {}, run.deviceId),
    el('td', {}, asker(run)),
    el('td', {}, `${run.stepsEnded} of ${run.stepCount}`),
    el('td', {}, lasted(run.tookMs)),
    el('td', {}, ago(Date.now() - run.acceptedAtMs)));
}

const asker = ({ asker: by }) => by.name === '@page' ? 'this page' : [by.surface, by.name, by.skill].filter(Boolean).join(', ');

export function run({ main, signal }, name) {
  document.title = 'Run – Clawperator';
  const head = el('div', { class: 'runhead' });
  const list = el('ol', { class: 'steps' });
  const addresses = new Map();
  signal.addEventListener('abort', () => addresses.forEach((address) => address.then((it) => URL.revokeObjectURL(it), () => {})));
  fill(main, el('p', { class: 'path' }, el('a', { href: '#/runs' }, 'Runs'), ' / ', el('span', {}, name)), head, list);
  let drawn = '';
  const turn = whileSeen(1500, signal, async () => {
    if (drawn === 'ended') return;
    const answer = await json(path.run(name, '/steps'), { signal }).catch((error) => {
      if (error.status === 404) { drawn = 'ended'; fill(head, el('h1', {}, 'This run is not kept any more')); }
      throw error;
    });
    const text = JSON.stringify(answer);
    if (text === drawn || signal.aborted) return;
    const { summary } = answer;
    const open = new Set([...list.children].flatMap((item, index) => item.querySelector('details')?.open ? [index] : []));
    draw(answer, open);
    drawn = isOpen(summary) ? text : 'ended';
  });

  function draw(answer, open) {
    const { summary } = answer;
    fill(head, el('h1', {}, summary.taskId, ' ', chip(summary.fate)),
      el('p', { class: 'dim' }, `${summary.deviceId} · profile ${summary.profile} · asked by ${asker(summary)} · ${new Date(summary.acceptedAtMs).toLocaleString()}${summary.tookMs !== undefined ? ` · ${lasted(summary.tookMs)}` : ''}`),
      answer.message ? el('p', { class: 'bad' }, summary.code ? el('code', {}, summary.code) : null, ' ', answer.message) : null,
      answer.hint ? el('p', { class: 'dim' }, 'Next: ', answer.hint) : null,
      answer.notes.map((note) => el('p', { class: 'dim' }, note)),
      verdicts(answer.verdicts),
      isOpen(summary) ? el('p', { class: 'buttons' }, el('button', { type: 'button', onclick: cancel }, 'Cancel this run')) : null);
    fill(list, answer.steps.map((step, index) => stepItem(step, open.has(index) || answer.steps.length === 1 || step.state === 'failed')));
  }

  async function cancel() {
    try {
      const answer = await json(`/executions/${enc(name)}/cancel`, { method: 'POST' });
      say(`The run has ended: ${answer.state}`);
    } catch (error) { sayError(error); }
    turn();
  }

  function stepItem(step, isOpen) {
    return el('li', { class: `step ${step.state.replaceAll(' ', '-')}` }, el('details', { open: isOpen },
      el('summary', {}, chip(step.state), el('span', { class: 'what' }, el('strong', {}, step.actionType), ' ', step.asked ?? ''), el('span', { class: 'took' }, lasted(step.tookMs))),
      el('div', { class: 'body' },
        el('div', { class: 'words' },
          step.message ? el('p', { class: 'bad' }, step.code ? el('code', {}, step.code) : null, ' ', step.message) : null,
          step.hint ? el('p', { class: 'dim' }, 'Next: ', step.hint) : null,
          verdicts(step.verdicts),
          step.acts.length ? el('ul', { class: 'acts' }, step.acts.map((act) => el('li', {}, act.kind.replaceAll('_', ' '), act.at ? ` at ${act.at.x}, ${act.at.y}` : '', act.to ? ` to ${act.to.x}, ${act.to.y}` : '', act.target ? ` – ${act.target}` : ''))) : null,
          step.lookedAgain ? el('p', { class: 'dim' }, `looked again ${step.lookedAgain} times`) : null,
          lines('What it changed', step.change, true),
          lines('What was on the screen', step.screen, false),
          step.facts.length ? el('dl', { class: 'facts' }, step.facts.map(([key, value]) => [el('dt', {}, key), el('dd', {}, value)])) : null,
          el('p', { class: 'buttons' },
            step.firstScreen && step.firstScreen !== step.lastScreen ? el('a', { class: 'button', href: `#/run/${enc(name)}/${enc(step.firstScreen)}` }, 'Inspect the screen before') : null,
            step.lastScreen ? el('a', { class: 'button', href: `#/run/${enc(name)}/${enc(step.lastScreen)}` }, step.firstScreen !== step.lastScreen ? 'Inspect the screen after' : 'Inspect the screen') : null)),
        el('div', { class: 'pictures' }, step.pictures.map((shot) => figure(step, shot))))));
  }

  function figure(step, shot) {
    const image = el('img', { alt: `The screen, ${shot.moment}` });
    const frame = el('span', { class: 'screen on' }, image);
    if (!addresses.has(shot.file)) addresses.set(shot.file, picture(path.file(name, shot.file), { signal }));
    addresses.get(shot.file).then((address) => { image.src = address; }, () => { frame.className = 'screen off'; });
    image.addEventListener('load', () => {
      for (const act of shot.acts.map((index) => step.acts[index])) {
        if (!act?.at) continue;
        const dot = el('span', { class: 'dot' });
        dot.style.left = `${act.at.x / image.naturalWidth * 100}%`;
        dot.style.top = `${act.at.y / image.naturalHeight * 100}%`;
        frame.append(dot);
      }
    });
    return el('figure', {}, frame, el('figcaption', {}, shot.moment));
  }
}

function verdicts(all) {
  return all.map((one) => el('p', { class: `verdict ${one.leave}` }, one.text));
}

function lines(title, told, isDiff) {
  if (!told) return null;
  if (told.why) return el('p', { class: 'dim' }, `${title}: ${told.why}`);
  const kind = (line) => !isDiff ? '' : line.startsWith('+') ? 'plus' : line.startsWith('-') ? 'minus' : line.startsWith('~') ? 'changed' : '';
  return [el('h3', {}, title), el('pre', { class: 'lines', tabIndex: 0 },
    told.text.trimEnd().split('\n').map((line) => el('span', { class: kind(line) }, line, '\n')),
    told.cut ? el('span', { class: 'dim' }, `… ${told.cut} more lines`) : null)];
}
