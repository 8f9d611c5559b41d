// All phones: what they show, what runs, and what waits for a decision.

import { follow, isOpen, json, runs } from '/page/api.js';
import { decisions } from '/page/decisions.js';
import { chip, el, fill, whileSeen } from '/page/dom.js';
import { live } from '/page/live.js';

const enc = encodeURIComponent;

export function phones({ main, signal }) {
  document.title = 'Phones – Clawperator';
  const waiting = el('div', {});
  const given = el('div', {});
  const list = el('ul', { class: 'phones', 'aria-label': 'Phones' }, el('li', { class: 'dim' }, 'Looking for phones…'));
  const cards = new Map();
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

  const refreshWaiting = decisions({ waiting, given, signal });

  whileSeen(5000, signal, refreshPhones);
  const runsNow = whileSeen(4000, signal, refreshRuns);
  const waitingNow = whileSeen(3000, signal, refreshWaiting);
  let soon;
  follow(signal, () => { clearTimeout(soon); soon = setTimeout(() => { runsNow(); waitingNow(); }, 250); });
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
