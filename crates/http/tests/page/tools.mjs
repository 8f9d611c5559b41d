// What the proof works with: the phones' control socket, the program, and requests that carry a token.

import { execFileSync, spawnSync } from 'node:child_process';
import { connect } from 'node:net';

export const binary = process.env.BINARY;
export const phones = JSON.parse(process.env.PHONES);
export const { url, tokens } = JSON.parse(process.env.SERVER);

// Asks a phone something that the product cannot know of.
export function control(request, phone = phones.phones[0].serial) {
  return new Promise((done, failed) => {
    const [host, port] = phones.control.split(':');
    const socket = connect(Number(port), host, () => socket.write(`${JSON.stringify({ phone, ...request })}\n`));
    let text = '';
    socket.on('data', (data) => {
      text += data;
      if (text.includes('\n')) { socket.end(); done(JSON.parse(text)); }
    });
    socket.on('error', failed);
  });
}

// Every input that reached a phone, by its own record.
export async function inputs(phone) {
  const { journal } = await control({ do: 'journal' }, phone);
  return journal.entries.filter((entry) => entry.event.what === 'injected');
}

// The program with its standard output on a terminal.
export function onTerminal(...words) {
  const line = [binary, ...words].map((word) => `'${word}'`).join(' ');
  return execFileSync('script', ['-qec', line, '/dev/null'], { encoding: 'utf8' });
}

export function inPipe(...words) {
  return spawnSync(binary, words, { encoding: 'utf8' });
}

export function newLink() {
  return onTerminal('serve', 'link').match(/http:\S+#login=[0-9a-f]+/)[0];
}

export async function asProgram(path, body) {
  const token = inPipe('serve', 'token').stdout.trim();
  const response = await fetch(url + path, {
    method: body ? 'POST' : 'GET', body: body && JSON.stringify(body),
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
  });
  return { status: response.status, body: await response.json().catch(() => ({})) };
}

export function execution(actions) {
  return {
    commandId: 'c', taskId: 'a long task', source: 'proof', expectedFormat: 'android-ui-automator', timeoutMs: 60000,
    actions: actions.map((action, index) => ({ id: `a${index}`, ...action })),
  };
}
