// What waits for a person, decided on the page: asked by a program, judged by the phone's journal.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { execution, inputs, phones, tokens, url } from './tools.mjs';

const TOKEN = 'token-of-a-careful-program';
const serial = phones.phones[0].serial;

// A token whose clicks a person must approve.
function makeCareful() {
  const profile = `${dirname(tokens)}/careful.toml`;
  writeFileSync(profile, 'version = 1\ncoordinates = "look"\n\n[capabilities]\nclick = "confirm"\n', { mode: 0o600 });
  const written = JSON.parse(readFileSync(tokens));
  written.tokens.push({ name: 'careful', token: TOKEN, scopes: ['read', 'act', 'approve'], profile });
  writeFileSync(tokens, JSON.stringify(written), { mode: 0o600 });
}

async function as(method, path, body) {
  const response = await fetch(url + path, {
    method, body: body && JSON.stringify(body),
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
  });
  return { status: response.status, body: await response.json() };
}

async function park() {
  const click = { type: 'click', params: { matcher: { resourceId: 'com.example.hostile:id/add' } } };
  const answer = await as('POST', '/execute', { deviceId: serial, execution: execution([click]) });
  assert.equal(answer.status, 202, JSON.stringify(answer.body));
  assert.equal(answer.body.state, 'parked');
  return answer.body;
}

const taps = async () => (await inputs(serial)).filter((entry) => entry.event.input.kind === 'tap').length;

async function ended(run) {
  for (;;) {
    const { body } = await as('GET', `/executions/${run}`);
    if (!['queued', 'running', 'parked'].includes(body.state)) return body.state;
    await new Promise((done) => setTimeout(done, 100));
  }
}

// Approves by keyboard alone, and refuses with the mouse.
export async function approve({ page, open, shot }) {
  makeCareful();
  await open(page, '/');
  const before = await taps();
  const first = await park();
  const own = await as('POST', `/approvals/${first.ticket}/approve`);
  assert.equal(own.status, 403, 'whoever asked cannot decide');
  const ticket = page.locator('.ticket');
  await ticket.getByText('Add one').first().waitFor();
  await ticket.getByText('capabilities.click of profile careful').waitFor();
  await ticket.locator('.left', { hasText: 'left' }).waitFor();
  await ticket.locator('.screen.on img').waitFor();
  await shot(page, 'approval');
  assert.equal(await taps(), before, 'nothing is touched while it waits');
  const button = ticket.getByRole('button', { name: 'Approve' });
  for (let tab = 0; tab < 40 && !(await button.evaluate((it) => it === document.activeElement)); tab += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.equal(await ended(first.run), 'done');
  assert.equal(await taps(), before + 1);
  const second = await park();
  await page.locator('.ticket').getByRole('button', { name: 'Refuse' }).click();
  assert.equal(await ended(second.run), 'failed');
  assert.equal(await taps(), before + 1, 'no touch where a person refused');
}
