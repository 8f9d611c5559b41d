// Logging in, and which part of the page is shown.

import { ask, json, session } from '/page/api.js';
import { el, fill, say, sayError } from '/page/dom.js';
import { phones } from '/page/phones.js';
import { inspector } from '/page/inspector.js';
import { run, runList } from '/page/runs.js';

const main = document.getElementById('main');
const nav = document.getElementById('nav');
let shown = new AbortController();

function welcome(error) {
  nav.hidden = true;
  document.title = 'Log in – Clawperator';
  fill(main, el('div', { class: 'welcome' },
    el('img', { src: '/page/icon.svg', alt: '', width: '72', height: '72' }),
    el('h1', {}, 'Log in with a link'),
    error ? el('p', { class: 'bad', role: 'alert' }, error.message) : null,
    el('p', {}, 'On the machine that runs the server, type this in a terminal and open the link that it prints:'),
    el('pre', {}, 'clawperator serve link'),
    el('p', { class: 'dim' }, 'A link works once, within 5 minutes. Whoever opens it can see the phones, use them and approve what waits.')));
}

async function logIn(link) {
  // The secret leaves the address bar and the history first.
  history.replaceState(null, '', '/#/');
  try {
    const answer = await json('/page/session', { body: { link }, open: true });
    session.set(answer.session);
    show();
  } catch (error) {
    if (session.get()) { say(error.message, 'bad'); show(); } else welcome(error);
  }
}

function show() {
  const place = location.hash;
  if (place.startsWith('#login=')) return logIn(place.slice(7));
  shown.abort();
  shown = new AbortController();
  if (!session.get()) return welcome();
  nav.hidden = false;
  const [part, name, more] = place.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
  for (const link of nav.querySelectorAll('a')) {
    const is = link.hash === (part === 'runs' || part === 'run' ? '#/runs' : '#/');
    if (is) link.setAttribute('aria-current', 'page'); else link.removeAttribute('aria-current');
  }
  fill(main);
  const view = { main, signal: shown.signal };
  if (part === 'phone' && name) inspector(view, { serial: name });
  else if (part === 'run' && name && more) inspector(view, { run: name, file: more });
  else if (part === 'run' && name) run(view, name);
  else if (part === 'runs') runList(view);
  else phones(view);
}

addEventListener('hashchange', () => { show(); main.focus({ preventScroll: true }); scrollTo(0, 0); });
addEventListener('logged-out', () => { shown.abort(); welcome(); });
document.getElementById('skip').addEventListener('click', (event) => { event.preventDefault(); main.focus(); });
document.getElementById('logout').addEventListener('click', async () => {
  try { await ask('/page/session', { method: 'DELETE' }); } catch (error) { sayError(error); }
  session.end();
  shown.abort();
  welcome();
});
show();
