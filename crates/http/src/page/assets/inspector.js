// The inspector: the tree beside the picture, both of one moment. On a phone's page the tree is read when somebody asks;
// while a run holds the phone it is the last screen of that run. A screen of a past run is shown the same way.

import { execute, isOpen, json, path, picture, runs } from '/page/api.js';
import { chip, copy, el, fill } from '/page/dom.js';
import { age, live } from '/page/live.js';

const enc = encodeURIComponent;

export function inspector({ main, signal }, { serial, run, file }) {
  document.title = `${serial ?? 'Screen'} – Clawperator`;
  const isPhone = Boolean(serial);
  let nodes = [], size = { width: 1, height: 1 }, chosen = -1, hovered = -1, address, busy = false, mode = 'inspect', canAct = isPhone;

  const image = el('img', { alt: 'The screen', draggable: false });
  const light = el('span', { class: 'light', hidden: true });
  const pick = el('span', { class: 'light chosen', hidden: true });
  const wires = el('span', { class: 'wires' });
  const screen = el('div', { class: 'screen inspected empty' }, image, wires, pick, light);
  const tree = el('ul', { class: 'tree', role: 'tree', 'aria-label': 'Nodes on the screen', tabIndex: 0 });
  const about = el('div', { class: 'about' });
  const when = el('p', { class: 'when', role: 'status' });
  const result = el('div', { class: 'result', role: 'status' });
  const look = el('button', { class: 'main', type: 'button', onclick: () => { fill(result); readScreen(); } }, 'Look again');
  const inspect = el('button', { type: 'button', onclick: () => setMode('inspect') }, 'Inspect');
  const touch = el('button', { type: 'button', onclick: () => setMode('touch') }, 'Touch');
  const key = (name, word) => el('button', { type: 'button', onclick: () => act([{ type: 'press_key', params: { key: name } }], word) }, word);
  const find = el('input', { type: 'search', placeholder: 'Find a node', 'aria-label': 'Find a node', oninput: () => draw() });
  const all = el('input', { type: 'checkbox', onchange: () => draw() });
  const state = el('span', {});
  const now = isPhone ? live(serial, signal, (seen) => fill(state, seen.app ? el('span', { class: 'dim' }, seen.app) : '')) : null;

  fill(main,
    el('p', { class: 'path' }, isPhone ? [el('a', { href: '#/' }, 'Phones'), ' / ', el('span', {}, serial)]
      : [el('a', { href: '#/runs' }, 'Runs'), ' / ', el('a', { href: `#/run/${enc(run)}` }, run), ' / screen']),
    isPhone ? el('div', { class: 'bar' }, look,
      el('span', { class: 'group', role: 'group', 'aria-label': 'What a click on the picture does' }, inspect, touch),
      el('span', { class: 'group', role: 'group', 'aria-label': 'Keys' }, key('back', 'Back'), key('home', 'Home'), key('recents', 'Recents')), state) : null,
    when, result,
    el('div', { class: 'inspector' },
      el('div', { class: 'shown' }, screen, now ? el('figure', { class: 'now' }, now, el('figcaption', {}, 'Live')) : null),
      el('div', { class: 'right' }, el('div', { class: 'find' }, find, el('label', {}, all, ' all nodes')), tree, about)));
  setMode('inspect');

  function setMode(next) {
    mode = next;
    inspect.setAttribute('aria-pressed', String(mode === 'inspect'));
    touch.setAttribute('aria-pressed', String(mode === 'touch'));
    screen.classList.toggle('touching', mode === 'touch');
  }

  function working(is) {
    busy = is;
    main.setAttribute('aria-busy', String(is));
    look.disabled = is;
    look.textContent = is ? 'Working…' : 'Look again';
  }

  async function readScreen() {
    if (busy) return;
    working(true);
    try {
      const path_ = `look-${serial.replace(/[^A-Za-z0-9]/g, '-')}.png`;
      const answer = await execute(serial, 'look at the screen', [{ id: 'look', type: 'capture_screen', params: { allowNoTree: true, path: path_ } }]);
      const step = answer.envelope?.stepResults?.[0];
      if (answer.envelope?.status !== 'success') throw failed(answer);
      await showRun(answer.run, undefined, { coherent: step?.data?.coherent, screen: step?.data?.screen, source: step?.data?.tree_source });
    } catch (error) {
      if (error.status === 423) await showHolder(error);
      else { showError(error); }
    } finally {
      working(false);
    }
  }

  async function showHolder(error) {
    try {
      const holder = (await runs()).find((one) => one.deviceId === serial && isOpen(one));
      if (!holder) throw error;
      await showRun(holder.run, undefined, { holder });
    } catch (other) {
      showError(other.code === 'FILE_NOT_FOUND' ? new Error('A run holds the phone, and it has not looked at the screen yet') : other);
    }
  }

  function showError(error) {
    if (signal.aborted || error.isLogout) return;
    fill(result, el('p', { class: 'bad' }, error.code ? el('code', {}, error.code) : null, ' ', error.message, error.hint ? el('span', { class: 'dim' }, ` ${error.hint}`) : null));
  }

  // Draws the tree and the picture of a run's screen.
  async function showRun(name, which, facts = {}) {
    let seen;
    try {
      seen = await json(path.run(name, `/screen${which ? `?file=${enc(which)}` : ''}`), { signal });
    } catch (error) {
      if (error.code !== 'FILE_NOT_FOUND' || facts.holder || !facts.source) throw error;
      seen = await pictureOnly(name);
    }
    const before = address;
    address = seen.picture ? await picture(path.file(name, seen.picture), { signal }) : undefined;
    if (signal.aborted) return;
    size = { width: seen.width, height: seen.height };
    nodes = seen.nodes;
    choose(-1);
    hover(-1);
    canAct = isPhone && !facts.holder;
    if (address) {
      image.src = address;
      await image.decode().catch(() => {});
      if (!seen.width) size = { width: image.naturalWidth, height: image.naturalHeight };
    }
    image.hidden = !address;
    if (before) URL.revokeObjectURL(before);
    screen.classList.remove('empty');
    screen.classList.toggle('wired', !address);
    screen.style.aspectRatio = `${size.width} / ${size.height}`;
    screen.style.setProperty('--ratio', size.width / size.height);
    fill(wires, address ? [] : nodes.filter((node) => node.listed).map(wire));
    const moment = Date.now() - seen.ageMs;
    fill(when,
      facts.holder ? [chip('busy', 'running'), ' A run holds the phone. This is the last screen that it looked at, ']
        : isPhone ? 'Picture and tree were taken ' : 'The run saw this ',
      age(moment, signal, (text, ms) => isPhone && ms > 30000 ? el('strong', { class: 'old' }, text) : text),
      seen.activity ? [' in ', el('code', {}, seen.activity)] : '',
      facts.holder ? [' (', el('a', { href: `#/run/${enc(facts.holder.run)}` }, facts.holder.taskId), ')'] : '',
      facts.coherent === 'false' ? el('strong', { class: 'old' }, ' – the screen moved meanwhile, so the two may differ') : '',
      !address && nodes.length ? ' No picture was taken at that moment; the outlines are from the tree.' : '',
      facts.screen === 'off' ? ' The screen is off.' : facts.screen === 'locked' ? ' The phone is locked.' : '',
      facts.source === 'never_idle' ? ' Something on the screen keeps moving, so there is no tree.' : '',
      seen.more ? ` ${seen.more} more nodes are not shown.` : '');
    draw();
    describe();
  }

  // A screen without a tree has a picture all the same.
  async function pictureOnly(name) {
    const { lines, summary } = await json(path.run(name), { signal });
    const line = lines.find((one) => one.record.type === 'picture');
    const taken = summary.acceptedAtMs + (line?.atMs ?? 0);
    return { nodes: [], width: 0, height: 0, more: 0, picture: line?.record.file.name, ageMs: Math.max(0, Date.now() - taken) };
  }

  function wire(node) {
    const box = el('span', { class: 'wire' }, node.name || node.text || node.description);
    place(box, node.bounds);
    return box;
  }

  function place(box, [left, top, right, bottom]) {
    box.style.left = `${left / size.width * 100}%`;
    box.style.top = `${top / size.height * 100}%`;
    box.style.width = `${(right - left) / size.width * 100}%`;
    box.style.height = `${(bottom - top) / size.height * 100}%`;
  }

  function draw() {
    const wanted = find.value.trim().toLowerCase();
    const fits = (node) => !wanted || [node.name, node.text, node.description, node.resourceId, node.role].some((text) => text.toLowerCase().includes(wanted));
    const around = [];
    const items = nodes.flatMap((node, index) => {
      if (!fits(node) || !(all.checked || node.listed)) return [];
      while (around.length && around.at(-1) >= node.depth) around.pop();
      around.push(node.depth);
      return [item(node, index, Math.min(around.length, 12))];
    });
    fill(tree, items.length ? items : el('li', { class: 'dim none' }, nodes.length ? 'No node fits.' : 'No tree yet.'));
    mark();
  }

  function item(node, index, level) {
    const made = el('li', {
      role: 'treeitem', id: `node-${index}`, 'aria-level': String(level), class: node.listed ? '' : 'minor',
      onmouseenter: () => hover(index), onmouseleave: () => hover(-1), onclick: () => choose(index, true),
    }, el('span', { class: 'role' }, node.role), ' ', el('span', { class: 'name' }, node.name || node.text || node.description),
    node.resourceId ? el('span', { class: 'id' }, `#${node.resourceId.split('/').pop()}`) : null);
    made.style.paddingInlineStart = `${level * 0.8}rem`;
    made.dataset.index = index;
    return made;
  }

  function hover(index) {
    hovered = index;
    light.hidden = index < 0;
    if (index >= 0) place(light, nodes[index].bounds);
    mark();
  }

  function mark() {
    for (const one of tree.children) {
      const index = Number(one.dataset.index);
      one.classList.toggle('lit', index === hovered);
      one.setAttribute('aria-selected', String(index === chosen));
    }
    if (chosen >= 0) tree.setAttribute('aria-activedescendant', `node-${chosen}`); else tree.removeAttribute('aria-activedescendant');
  }

  function choose(index, fromTree) {
    chosen = index;
    pick.hidden = index < 0;
    if (index >= 0) {
      place(pick, nodes[index].bounds);
      document.getElementById(`node-${index}`)?.scrollIntoView({ block: 'nearest' });
    }
    mark();
    describe();
    if (fromTree) tree.focus({ preventScroll: true });
  }

  tree.addEventListener('keydown', (event) => {
    const shown = [...tree.children].map((one) => Number(one.dataset.index)).filter((index) => index >= 0);
    const at = shown.indexOf(chosen);
    const to = { ArrowDown: at + 1, ArrowUp: Math.max(at - 1, 0), Home: 0, End: shown.length - 1, PageDown: at + 10, PageUp: Math.max(at - 10, 0) }[event.key];
    if (to !== undefined && shown.length) {
      event.preventDefault();
      choose(shown[Math.min(to, shown.length - 1)], true);
    } else if (event.key === 'Enter' && chosen >= 0) {
      event.preventDefault();
      about.querySelector('button')?.focus();
    }
  });

  // The smallest node of the topmost window at a point, of those that a snapshot has a line for, if there are any.
  function at(event) {
    const box = screen.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width * size.width;
    const y = (event.clientY - box.top) / box.height * size.height;
    const rank = ({ bounds: [left, top, right, bottom], listed, window }) => [listed ? 0 : 1, listed ? window : 0, (right - left) * (bottom - top)];
    const isLess = (one, other) => { const at = one.findIndex((value, place) => value !== other[place]); return at < 0 || one[at] < other[at]; };
    let best = -1;
    nodes.forEach((node, index) => {
      const [left, top, right, bottom] = node.bounds;
      if (x < left || x >= right || y < top || y >= bottom) return;
      if (best < 0 || isLess(rank(node), rank(nodes[best]))) best = index;
    });
    return { index: best, x: Math.round(x), y: Math.round(y) };
  }

  screen.addEventListener('mousemove', (event) => {
    const { index } = at(event);
    if (index === hovered) return;
    hover(index);
    if (index >= 0) document.getElementById(`node-${index}`)?.scrollIntoView({ block: 'nearest' });
  });
  screen.addEventListener('mouseleave', () => hover(-1));
  screen.addEventListener('click', (event) => {
    if (!nodes.length && !address) return;
    const { index, x, y } = at(event);
    choose(index, false);
    if (mode !== 'touch' || !canAct) return;
    const target = index >= 0 && nodes[index].selector ? nodes[index].selector.json : { coordinate: { x, y } };
    act([{ type: 'click', params: target }], 'Click');
  });

  function describe() {
    const node = nodes[chosen];
    if (!node) {
      fill(about, nodes.length ? el('p', { class: 'dim' }, 'Choose a node in the list or on the picture.') : null);
      return;
    }
    const { selector } = node;
    const fact = (word, value) => value ? [el('dt', {}, word), el('dd', {}, value)] : null;
    const flags = selector?.flags, written = selector && JSON.stringify(selector.json);
    const text = el('input', { type: 'text', 'aria-label': 'Text to type', placeholder: 'Text to type' });
    const clear = el('input', { type: 'checkbox', checked: true });
    const typed = () => act([{ type: 'enter_text', params: { ...selector.json, text: text.value, clear: clear.checked } }], 'Type');
    fill(about,
      el('h2', {}, el('span', { class: 'role' }, node.role), ' ', node.name || node.text || node.description || 'without a name'),
      selector && canAct ? el('p', { class: 'buttons' },
        el('button', { type: 'button', onclick: () => act([{ type: 'click', params: selector.json }], 'Click') }, 'Click'),
        el('button', { type: 'button', onclick: () => act([{ type: 'click', params: { ...selector.json, clickType: 'long_click' } }], 'Long press') }, 'Long press')) : null,
      selector && canAct && node.states.includes('editable') ? el('form', { class: 'type', onsubmit: (event) => { event.preventDefault(); typed(); } }, text,
        el('label', {}, clear, ' replace'), el('button', { type: 'submit' }, 'Type')) : null,
      selector ? [
        el('div', { class: 'copy' }, el('code', { tabIndex: 0 }, flags), el('button', { type: 'button', onclick: () => copy(flags, 'Flags') }, 'Copy flags')),
        el('div', { class: 'copy' }, el('code', { tabIndex: 0 }, written), el('button', { type: 'button', onclick: () => copy(written, 'JSON') }, 'Copy JSON')),
        el('p', { class: 'matches' }, chip(selector.matches === 1 ? '1 match' : `${selector.matches} matches`, selector.matches === 1 ? 'on' : 'warn'),
          selector.matches > 1 ? (written.includes('"nth"') ? ' – nth chooses this one' : ' – the first of them is used') : '')]
        : el('p', { class: 'dim' }, 'No selector: it is not in the window of an app.'),
      el('dl', {}, fact('Text', node.text), fact('Description', node.description), fact('Id', node.resourceId), fact('Class', node.class),
        fact('Package', node.package), fact('State', node.states.join(', ')), fact('Bounds', node.bounds.join(', '))));
  }

  function failed(answer) {
    const step = answer.envelope?.stepResults?.find((one) => !one.success);
    const error = new Error(step?.data?.message ?? answer.envelope?.error ?? 'it did not work');
    error.code = answer.envelope?.errorCode ?? step?.data?.error;
    error.hint = answer.envelope?.hint;
    return error;
  }

  async function act(actions, word) {
    if (busy || !isPhone) return;
    working(true);
    fill(result);
    let isOver = true;
    try {
      const answer = await execute(serial, word.toLowerCase(), actions.map((action, index) => ({ id: `step-${index + 1}`, ...action })), { settle: true, trace: 'full' });
      const link = el('a', { href: `#/run/${enc(answer.run)}` }, 'see the step');
      if (answer.state === 'parked') {
        fill(result, el('p', {}, chip('parked'), ` ${word} waits for a person: `, el('a', { href: '#/' }, 'decide'), ', ', link));
        isOver = false;
      } else if (answer.envelope?.status === 'success') {
        const data = answer.envelope.stepResults?.[0]?.data ?? {};
        fill(result, el('p', { class: 'good' }, `${word}: done`, data.effect ? `, ${data.effect.replaceAll('_', ' ')}` : '', '. ', link));
      } else {
        showError(failed(answer));
        result.append(link);
      }
    } catch (error) {
      showError(error);
      isOver = error.status !== 423 && !error.isLogout;
    }
    working(false);
    if (isOver && !signal.aborted) await readScreen();
  }

  signal.addEventListener('abort', () => { if (address) URL.revokeObjectURL(address); });
  if (isPhone) readScreen();
  else showRun(run, file).catch(showError);
}
