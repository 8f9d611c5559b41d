// All phones: what they show, what runs, and what waits for a decision.

import { ask, follow, isOpen, json, picture, runs } from '/page/api.js';
import { chip, el, fill, say, sayError, whileSeen } from '/page/dom.js';
import { live } from '/page/live.js';

const enc = encodeURIComponent;

export function phones({ main, signal }) {
  document.title = 'Phones – Clawperator';
  const waiting = el('div', {});
  const given = el('div', {});
  const list = el('ul', { class: 'phones', 'aria-label': 'Phones' }, el('li', { class: 'dim' }, 'Looking for phones…'));
  const cards = new Map();
  const tickets = new Map();
  fill(main, waiting, given, el('h1', {}, 'Phones'), list,
    el('p', { class: 'dim foot' }, 'Apps are installed with adb on the machine that runs the server: APKs are not uploaded over HTTP.'));

  async function refreshPhones() {
    const { devices } = await json('/devices', { signal });
    if (signal.aborted) return;
    if (!devices.length) {
      cards.clear();
      fill(list, el('li', { class: 'nothing' }, el('p', {}, 'No phone is connected.'),
        el('p', { class: 'dim' }, 'Connect one with USB debugging, or start a virtual one: '),
        el('pre', {}, 'clawperator virtual-phone --connect')));
      return;
    }
    const isFirst = !cards.size;
    if (isFirst) fill(list);
    const serials = new Set(devices.map((device) => device.serial));
    for (const [serial, card] of cards) if (!serials.has(serial)) { card.gone.abort(); card.item.remove(); cards.delete(serial); }
    for (const device of devices) {
      const known = cards.get(device.serial);
      if (known && known.state === device.state) continue;
      known?.gone.abort();
      const card = phoneCard(device, signal);
      if (known) known.item.replaceWith(card.item); else list.append(card.item);
      cards.set(device.serial, card);
    }
    if (isFirst) await refreshRuns();
  }

  async function refreshRuns() {
    const all = await runs();
    if (signal.aborted) return;
    for (const [serial, card] of cards) {
      card.busy(all.filter((run) => run.deviceId === serial && isOpen(run)), all.find((run) => run.deviceId === serial && !isOpen(run)));
    }
  }

  async function refreshWaiting() {
    let approvals = [];
    try {
      ({ approvals } = await json('/approvals', { signal }));
    } catch (error) {
      if (error.code !== 'ROUTE_NOT_FOUND') throw error;
    }
    if (signal.aborted) return;
    showGiven(given, approvals.filter((approval) => approval.state === 'approved'));
    approvals = approvals.filter((approval) => approval.state === 'waiting');
    document.title = approvals.length ? `(${approvals.length}) Phones – Clawperator` : 'Phones – Clawperator';
    if (approvals.length && !waiting.childElementCount) {
      fill(waiting, el('section', { class: 'waiting', 'aria-label': 'Waits for your decision' },
        el('h2', {}, 'Waits for your decision'), el('ul', { class: 'tickets' })));
    }
    const place = waiting.querySelector('ul');
    const open = new Set(approvals.map((approval) => approval.ticket));
    for (const [ticket, card] of tickets) if (!open.has(ticket)) { card.gone.abort(); card.item.remove(); tickets.delete(ticket); }
    for (const approval of approvals) {
      const known = tickets.get(approval.ticket);
      if (known) { known.left(approval.leftMs); continue; }
      const card = ticketCard(approval, signal, refreshWaiting);
      place.append(card.item);
      tickets.set(approval.ticket, card);
    }
    if (!approvals.length) fill(waiting);
  }

  whileSeen(5000, signal, refreshPhones);
  const runsNow = whileSeen(4000, signal, refreshRuns);
  const waitingNow = whileSeen(3000, signal, refreshWaiting);
  let soon;
  follow(signal, () => { clearTimeout(soon); soon = setTimeout(() => { runsNow(); waitingNow(); }, 250); });
}

// What was approved and not done yet: it is done without another question.
function showGiven(place, approvals) {
  const tickets = approvals.map((approval) => approval.ticket).join(' ');
  if (place.dataset.tickets === tickets) return;
  place.dataset.tickets = tickets;
  if (!approvals.length) { fill(place); return; }
  fill(place, el('section', { class: 'waiting', 'aria-label': 'Approved and not used yet' },
    el('h2', {}, 'Approved and not used yet'),
    el('ul', {}, approvals.map((approval) => el('li', {},
      el('p', { class: 'act' }, approval.act ?? approval.reason ?? 'Something that a person decided'),
      el('p', { class: 'dim' }, `${approval.deviceId}: it may be done once. To revoke it: clawperator revoke ${approval.ticket}`))))));
}

function phoneCard(device, outer) {
  const gone = new AbortController();
  outer.addEventListener('abort', () => gone.abort());
  const usable = device.state === 'device';
  const state = el('span', {}, usable ? chip('ready', 'on') : chip(device.state, 'bad'));
  const app = el('p', { class: 'app' }, usable ? '\u00a0' : device.hint ?? device.code ?? '');
  const busy = el('p', { class: 'busy' }, '\u00a0');
  const words = { on: 'ready', off: 'off', locked: 'locked', secure: 'no pictures', error: 'no picture' };
  const picture = usable
    ? live(device.serial, gone.signal, (seen) => {
      fill(state, chip(words[seen.state] ?? seen.state, seen.state));
      app.textContent = seen.app || '\u00a0';
      app.title = seen.app;
    })
    : el('span', { class: 'screen off' }, el('span', { class: 'why' }, device.state));
  const name = device.model?.replaceAll('_', ' ') ?? device.serial;
  const item = el('li', { class: 'phone' },
    el('a', { href: `#/phone/${enc(device.serial)}`, 'aria-label': `${name}, ${device.serial}` }, picture,
      el('span', { class: 'words' }, el('span', { class: 'line' }, el('strong', {}, name), state),
        el('span', { class: 'serial' }, device.serial), app)),
    busy);
  return {
    item, gone, state: device.state,
    busy: (open, last) => {
      if (open.length) {
        const run = open[0];
        fill(busy, chip(run.fate), ' ', el('a', { href: `#/run/${enc(run.run)}` }, `${run.taskId}`),
          ` step ${Math.min(run.stepsEnded + 1, run.stepCount)} of ${run.stepCount}`,
          open.length > 1 ? `, ${open.length - 1} more wait` : '');
      } else if (last) {
        fill(busy, el('span', { class: 'dim' }, 'last: '), el('a', { href: `#/run/${enc(last.run)}` }, last.taskId), ' ', chip(last.fate));
      } else fill(busy, el('span', { class: 'dim' }, 'nothing runs'));
    },
  };
}

function ticketCard(approval, outer, refresh) {
  const gone = new AbortController();
  outer.addEventListener('abort', () => gone.abort());
  const left = el('span', { class: 'left' });
  let ends = Date.now() + approval.leftMs;
  const tick = () => {
    const s = Math.max(0, Math.round((ends - Date.now()) / 1000));
    left.textContent = s >= 120 ? `${Math.round(s / 60)} min left` : `${s} s left`;
  };
  tick();
  const every = setInterval(tick, 1000);
  gone.signal.addEventListener('abort', () => clearInterval(every));
  const shot = el('span', { class: 'screen empty' });
  if (approval.picture) {
    picture(approval.picture, { signal: gone.signal }).then((address) => {
      shot.className = 'screen on';
      shot.append(el('img', { src: address, alt: 'What the phone shows' }));
      gone.signal.addEventListener('abort', () => URL.revokeObjectURL(address));
    }, () => {});
  }
  const decide = async (how, button) => {
    for (const one of item.querySelectorAll('button')) one.disabled = true;
    try {
      await ask(`/approvals/${enc(approval.ticket)}/${how}`, { method: 'POST' });
      say(how === 'approve' ? 'Approved: it is done once' : 'Refused: it is not done');
    } catch (error) {
      sayError(error);
      for (const one of item.querySelectorAll('button')) one.disabled = false;
      button.focus();
    }
    refresh().catch(sayError);
  };
  const fact = (word, value) => value ? [el('dt', {}, word), el('dd', {}, value)] : null;
  const item = el('li', { class: 'ticket' }, shot,
    el('div', { class: 'words' },
      el('p', { class: 'act' }, approval.act ?? approval.reason ?? 'A person must decide'),
      approval.act && approval.reason ? el('p', { class: 'dim' }, approval.reason) : null,
      el('dl', {}, fact('Rule', `${approval.rule} of profile ${approval.profile}`), fact('Phone', approval.deviceId),
        fact('App', approval.packages?.join(', ')), fact('Step', approval.step),
        fact('Asked by', approval.asker ? [approval.asker.surface, approval.asker.name].filter(Boolean).join(', ') : ''),
        approval.run ? [el('dt', {}, 'Run'), el('dd', {}, el('a', { href: `#/run/${enc(approval.run)}` }, approval.run))] : null),
      el('p', { class: 'buttons' },
        el('button', { class: 'main', type: 'button', disabled: approval.own, onclick: (event) => decide('approve', event.currentTarget) }, 'Approve'),
        el('button', { type: 'button', onclick: (event) => decide('refuse', event.currentTarget) }, 'Refuse'), left)));
  return { item, gone, left: (ms) => { ends = Date.now() + ms; } };
}
