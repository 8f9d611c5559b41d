// A live picture of a phone: fetched only while it can be seen.

import { ask, path } from '/page/api.js';
import { ago, el, fill } from '/page/dom.js';

const WHY = {
  off: 'The screen is off',
  locked: 'The phone is locked',
  secure: 'The app in front does not allow pictures',
};

// The element with the picture. `told` hears which app is in front and what can be seen.
export function live(serial, signal, told = () => {}) {
  const image = el('img', { alt: '', draggable: false });
  const note = el('span', { class: 'why' });
  const frame = el('span', { class: 'screen empty' }, image, note);
  image.addEventListener('load', () => { frame.style.aspectRatio = `${image.naturalWidth} / ${image.naturalHeight}`; });
  let tag, address, waiting, seen = false, busy = false;

  async function turn() {
    clearTimeout(waiting);
    if (signal.aborted || busy || !seen || document.visibilityState !== 'visible') return;
    busy = true;
    let pause = 1000;
    try {
      const response = await ask(path.live(serial), { signal, headers: tag ? { 'If-None-Match': tag } : {} });
      tag = response.headers.get('ETag');
      if (response.status === 200) {
        const before = address;
        address = URL.createObjectURL(await response.blob());
        image.src = address;
        if (before) URL.revokeObjectURL(before);
      }
      const state = response.headers.get('Clawperator-Screen') ?? 'on';
      const app = response.headers.get('Clawperator-App') ?? '';
      frame.className = `screen ${state}`;
      note.textContent = WHY[state] ?? '';
      image.alt = WHY[state] ?? `What the phone shows${app ? `, ${app}` : ''}`;
      told({ state, app });
    } catch (error) {
      if (signal.aborted || error.isLogout) return;
      pause = 5000;
      frame.classList.add('stale');
      note.textContent = error.message;
      told({ state: 'error', app: '', error });
    } finally {
      busy = false;
    }
    waiting = setTimeout(turn, pause);
  }

  const watch = new IntersectionObserver(([entry]) => { seen = entry.isIntersecting; turn(); });
  watch.observe(frame);
  document.addEventListener('visibilitychange', turn);
  signal.addEventListener('abort', () => {
    clearTimeout(waiting);
    watch.disconnect();
    document.removeEventListener('visibilitychange', turn);
    if (address) URL.revokeObjectURL(address);
  });
  return frame;
}

// A text that says how old something is, and goes on saying it.
export function age(moment, signal, words = (text) => text) {
  const text = el('span', {});
  const turn = () => fill(text, words(ago(Date.now() - moment), Date.now() - moment));
  turn();
  const every = setInterval(turn, 1000);
  signal.addEventListener('abort', () => clearInterval(every));
  return text;
}
