// What waits for a person, decided on the page: asked by a program, judged by the phone's journal.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { asProgram, execution, inputs, phones, tokens, url } from './tools.mjs';

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

async function park(deviceId = serial) {
  const click = { type: 'click', params: { matcher: { resourceId: 'com.example.hostile:id/add' } } };
  const answer = await as('POST', '/execute', { deviceId, execution: execution([click]) });
  assert.equal(answer.status, 202, JSON.stringify(answer.body));
  assert.equal(answer.body.state, 'parked');
  return answer.body;
}

const taps = async (phone = serial) => (await inputs(phone)).filter((entry) => entry.event.input.kind === 'tap').length;

async function ended(run) {
  for (;;) {
    const { body } = await as('GET', `/executions/${run}`);
    if (!['queued', 'running', 'parked'].includes(body.state)) return body.state;
    await new Promise((done) => setTimeout(done, 100));
  }
}

// A button that has just come or moved decides nothing.
const ready = (ticket) => ticket.locator('button.main:not([aria-disabled])').waitFor();

// What moves under a pointer is not approved by a click that was meant for something else.
export async function approveOnlyThat({ page, open }) {
  await open(page, '/');
  await page.mouse.move(1, 1);
  await page.locator('.ticket').first().waitFor({ state: 'detached' });
  const other = phones.phones[1].serial;
  const card = (phone) => page.locator('.ticket:not(.over)', { hasText: phone });
  const button = (phone) => card(phone).getByRole('button', { name: 'Approve' });
  const place = async (phone) => {
    const { x, y, width, height } = await button(phone).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  const opening = { type: 'open_app', params: { applicationId: 'com.example.hostile' } };
  await asProgram('/execute', { deviceId: other, execution: execution([opening]) });
  const [one, two] = [await taps(serial), await taps(other)];
  const first = await park(serial);
  await card(serial).waitFor();
  const second = await park(other);
  await card(other).waitFor();
  await ready(card(serial));
  const [x, y] = await place(serial);
  await page.mouse.move(x, y);
  // Whoever asked withdraws the first question: its card keeps its place while somebody points at it.
  await as('POST', `/executions/${first.run}/cancel`);
  await page.locator('.ticket.over').waitFor();
  await page.mouse.click(x, y, { clickCount: 2, delay: 50 });
  // Nobody does, and the second one comes to where the first one was: it does not take a click at once.
  await page.mouse.move(1, 1);
  await page.locator('.ticket.over').waitFor({ state: 'detached' });
  assert.deepEqual(await place(other), [x, y], 'it is where the first one was');
  await page.mouse.click(x, y);
  assert.equal((await as('GET', `/executions/${second.run}`)).body.state, 'parked');
  // A double click decides one of two.
  const third = await park(serial);
  await card(serial).waitFor();
  await ready(card(other));
  await ready(card(serial));
  await page.mouse.dblclick(...await place(other), { delay: 100 });
  assert.equal(await ended(second.run), 'done');
  assert.equal((await as('GET', `/executions/${third.run}`)).body.state, 'parked');
  assert.deepEqual([await taps(serial), await taps(other)], [one, two + 1]);
  await ready(card(serial));
  await card(serial).getByRole('button', { name: 'Refuse' }).click();
  assert.equal(await ended(third.run), 'failed');
}

// Approves by keyboard alone, and refuses with the mouse.
export async function approve({ page, open, shot }) {
  makeCareful();
  await open(page, '/');
  const before = await taps();
  const first = await park();
  const own = await as('POST', `/approvals/${first.ticket}/approve`);
  assert.equal(own.status, 403, 'whoever asked cannot decide');
  const ticket = page.locator('.ticket:not(.over)');
  await ticket.getByText('Add one').first().waitFor();
  await ticket.getByText('capabilities.click of profile careful').waitFor();
  await ticket.locator('.left', { hasText: 'left' }).waitFor();
  await ticket.locator('.screen.on img').waitFor();
  await shot(page, 'approval');
  assert.equal(await taps(), before, 'nothing is touched while it waits');
  const button = ticket.getByRole('button', { name: 'Approve' });
  await ready(ticket);
  for (let tab = 0; tab < 40 && !(await button.evaluate((it) => it === document.activeElement)); tab += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.equal(await ended(first.run), 'done');
  assert.equal(await taps(), before + 1);
  const second = await park();
  await ready(ticket);
  await ticket.getByRole('button', { name: 'Refuse' }).click();
  assert.equal(await ended(second.run), 'failed');
  assert.equal(await taps(), before + 1, 'no touch where a person refused');
}
