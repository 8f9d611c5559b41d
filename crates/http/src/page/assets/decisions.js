// What waits for a person's decision, and what was approved and is not used yet.
//
// Whoever asks can withdraw a question at any time. So a card whose question is over keeps its place, and a button that has
// just come or moved decides nothing: it may be under a pointer that was meant for another.

import { ask, json, picture } from '/page/api.js';
import { el, fill, say, sayError } from '/page/dom.js';

const enc = encodeURIComponent;
// How long a button stands still before it decides anything, and how long a card stays when its question is over: at
// least, and at most.
const STEADY = 1000;
const KEPT = 4000;
const MOST_KEPT = 60000;

// Shows both, and returns what looks again.
export function decisions({ waiting, given, signal }) {
  const tickets = new Map();

  async function refresh() {
    let approvals = [];
    try {
      ({ approvals } = await json('/approvals', { signal }));
    } catch (error) {
      if (error.code !== 'ROUTE_NOT_FOUND') throw error;
    }
    if (signal.aborted) return;
    showGiven(given, approvals.filter((approval) => approval.state === 'approved'), refresh);
    approvals = approvals.filter((approval) => approval.state === 'waiting');
    document.title = approvals.length ? `(${approvals.length}) Phones – Clawperator` : 'Phones – Clawperator';
    if (approvals.length && !waiting.childElementCount) {
      fill(waiting, el('section', { class: 'waiting', 'aria-label': 'Waits for your decision' },
        el('h2', {}, 'Waits for your decision'), el('ul', { class: 'tickets' })));
    }
    const place = waiting.querySelector('ul');
    const open = new Set(approvals.map((approval) => approval.ticket));
    for (const [ticket, card] of tickets) {
      if (!open.has(ticket)) card.over();
      if (card.mayGo() || (open.has(ticket) && card.isOver())) { card.item.remove(); tickets.delete(ticket); }
    }
    for (const approval of approvals) {
      const known = tickets.get(approval.ticket);
      if (known) { known.left(approval.leftMs); continue; }
      const card = ticketCard(approval, signal, refresh);
      place.append(card.item);
      tickets.set(approval.ticket, card);
    }
    if (!tickets.size) fill(waiting);
  }

  return refresh;
}

// What was approved and not done yet: it is done without another question.
function showGiven(place, approvals, refresh) {
  const tickets = approvals.map((approval) => approval.ticket).join(' ');
  if ((place.dataset.tickets ?? '') === tickets) return;
  place.dataset.tickets = tickets;
  if (!approvals.length) { fill(place); return; }
  const revoke = async (approval, button) => {
    button.disabled = true;
    try {
      await ask(`/approvals/${enc(approval.ticket)}/refuse`, { method: 'POST' });
      say('Revoked: it is not done');
    } catch (error) {
      sayError(error);
      button.disabled = false;
    }
    refresh().catch(sayError);
  };
  fill(place, el('section', { class: 'waiting given', 'aria-label': 'Approved and not used yet' },
    el('h2', {}, 'Approved and not used yet'),
    el('ul', { class: 'tickets' }, approvals.map((approval) => el('li', {},
      el('p', { class: 'act' }, approval.act ?? approval.reason ?? 'Something that a person decided'),
      el('p', { class: 'dim' }, approval.parked ? `${approval.deviceId}: the run that waits does it once`
        : `${approval.deviceId}: it is done once, when it is sent again`),
      el('p', { class: 'buttons' }, el('button', { type: 'button', disabled: approval.own, onclick: (event) => revoke(approval, event.currentTarget) }, 'Revoke')))))));
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
  let overAt = 0;
  const decide = async (how, button) => {
    if (overAt || !isSteady()) return;
    for (const one of item.querySelectorAll('button')) one.disabled = true;
    try {
      await ask(`/approvals/${enc(approval.ticket)}/${how}`, { method: 'POST' });
      if (how === 'refuse') say('Refused: it is not done');
      else say(approval.parked ? 'Approved: it is done once' : 'Approved: it is done once, when it is sent again');
      over(how === 'refuse' ? 'refused' : 'approved');
    } catch (error) {
      sayError(error);
      for (const one of item.querySelectorAll('button')) one.disabled = false;
      button.focus();
    }
    refresh().catch(sayError);
  };
  const fact = (word, value) => value ? [el('dt', {}, word), el('dd', {}, value)] : null;
  const buttons = el('p', { class: 'buttons' },
    el('button', { class: 'main', type: 'button', disabled: approval.own, onclick: (event) => decide('approve', event.currentTarget) }, 'Approve'),
    el('button', { type: 'button', onclick: (event) => decide('refuse', event.currentTarget) }, 'Refuse'), left);
  const item = el('li', { class: 'ticket' }, shot,
    el('div', { class: 'words' },
      el('p', { class: 'act' }, approval.act ?? approval.reason ?? 'A person must decide'),
      approval.act && approval.reason ? el('p', { class: 'dim' }, approval.reason) : null,
      approval.parked ? null : el('p', { class: 'dim' }, 'No run waits: if you approve, it is done when the same execution is sent again.'),
      el('dl', {}, fact('Rule', `${approval.rule} of profile ${approval.profile}`), fact('Phone', approval.deviceId),
        fact('App', approval.packages?.join(', ')), fact('Step', approval.step),
        fact('Asked by', approval.asker ? [approval.asker.surface, approval.asker.name].filter(Boolean).join(', ') : ''),
        fact('Skill', approval.asker?.skill),
        approval.run ? [el('dt', {}, 'Run'), el('dd', {}, el('a', { href: `#/run/${enc(approval.run)}` }, approval.run))] : null),
      buttons));

  // Where the buttons are on the page, wherever it is scrolled to, and since when.
  let at = '';
  let since = performance.now();
  const isSteady = () => {
    const { top, left: x } = buttons.getBoundingClientRect();
    const now = `${Math.round(top + window.scrollY)} ${Math.round(x + window.scrollX)}`;
    if (now !== at) { at = now; since = performance.now(); }
    const steady = performance.now() - since >= STEADY;
    for (const one of item.querySelectorAll('button')) {
      if (steady) one.removeAttribute('aria-disabled'); else one.setAttribute('aria-disabled', 'true');
    }
    return steady;
  };
  isSteady();
  const watch = setInterval(isSteady, 100);
  gone.signal.addEventListener('abort', () => clearInterval(watch));

  const over = (words = 'no longer waits') => {
    if (overAt) return;
    overAt = performance.now();
    gone.abort();
    item.classList.add('over');
    for (const one of item.querySelectorAll('button')) one.disabled = true;
    left.textContent = words;
  };
  return {
    item, over,
    isOver: () => overAt > 0,
    // Not while somebody points at the list, but nobody does so for ever.
    mayGo: () => {
      const age = overAt ? performance.now() - overAt : 0;
      return age >= MOST_KEPT || (age >= KEPT && !item.parentElement?.matches(':hover'));
    },
    left: (ms) => { ends = Date.now() + ms; },
  };
}
