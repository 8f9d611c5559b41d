// Elements from values. Text is only ever text: nothing that a phone shows is read as markup.

export function el(tag, props, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (name === 'class') made.className = value;
    else if (name in made && typeof value !== 'string') made[name] = value;
    else made.setAttribute(name, value === true ? '' : value);
  }
  add(made, children);
  return made;
}

function add(parent, children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false) continue;
    parent.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

export function fill(parent, ...children) {
  parent.replaceChildren();
  add(parent, children);
  return parent;
}

let timer;

// Says something for a moment, to eyes and to screen readers.
export function say(text, kind = 'good') {
  const said = document.getElementById('said');
  said.textContent = text;
  said.className = kind;
  clearTimeout(timer);
  timer = setTimeout(() => { said.textContent = ''; said.className = ''; }, kind === 'bad' ? 9000 : 4000);
}

export function sayError(error) {
  if (error.name === 'AbortError' || error.isLogout) return;
  say(error.hint ? `${error.message} – ${error.hint}` : error.message, 'bad');
}

export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied`);
  } catch {
    say('the browser does not let the page copy; select the text instead', 'bad');
  }
}

export function ago(ms) {
  const s = Math.max(0, Math.round(ms / 1000));
  if (s < 2) return 'now';
  if (s < 90) return `${s} s ago`;
  if (s < 5400) return `${Math.round(s / 60)} min ago`;
  if (s < 129600) return `${Math.round(s / 3600)} h ago`;
  return `${Math.round(s / 86400)} days ago`;
}

export function lasted(ms) {
  if (ms === undefined || ms === null) return '';
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}

export function chip(word, kind = word) {
  return el('span', { class: `chip ${String(kind).replace(/[^a-z]/g, '-')}` }, word);
}

// Runs work again and again while the page can be seen, until the signal ends it.
export function whileSeen(every, signal, work) {
  let waiting, busy = false;
  const next = () => { clearTimeout(waiting); if (!signal.aborted) waiting = setTimeout(turn, every); };
  const turn = async () => {
    if (signal.aborted || busy) return;
    if (document.visibilityState === 'visible') {
      busy = true;
      try { await work(); } catch (error) { if (!signal.aborted && !error.isLogout) console.warn(error.message); }
      busy = false;
    }
    next();
  };
  const shown = () => { if (document.visibilityState === 'visible') turn(); };
  document.addEventListener('visibilitychange', shown);
  signal.addEventListener('abort', () => {
    clearTimeout(waiting);
    document.removeEventListener('visibilitychange', shown);
  });
  turn();
  return turn;
}
