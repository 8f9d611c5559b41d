// The page as a person uses it. A failed assertion ends it with the reason.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';

import { approve, approveOnlyThat } from './approve.mjs';
import { asProgram, control, execution, inPipe, inputs, newLink, phones, url } from './tools.mjs';

const { chromium } = await import(process.env.PLAYWRIGHT);
const serial = phones.phones[0].serial;
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const errors = [];

async function newPage(options = {}) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60000);
  page.on('pageerror', (error) => errors.push(error.message));
  return page;
}

const shot = async (page, name) => {
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png` });
};

async function it(does, work) {
  const began = Date.now();
  await work();
  console.log(`ok  ${does} (${Date.now() - began} ms)`);
}

const open = async (page, place) => {
  await page.goto(`${url}/#/`);
  await page.goto(`${url}/#${place}`);
};
const phonePlace = `/phone/${encodeURIComponent(serial)}`;
const treeReady = (page) => page.locator('.tree [role=treeitem]').first().waitFor();
const item = (page, text) => page.locator('.tree [role=treeitem]', { hasText: text }).first();
const idle = (page) => page.locator('main[aria-busy=false]').waitFor();

await asProgram('/execute', { deviceId: serial, execution: execution([{ type: 'open_app', params: { applicationId: 'com.example.hostile' } }]) });
let page = await newPage();

await it('gives a pipe no link', () => {
  const piped = inPipe('serve', 'link');
  assert.notEqual(piped.status, 0);
  assert.ok(!/#login=|[0-9a-f]{48}/.test(piped.stdout + piped.stderr), piped.stdout);
});

await it('asks for a link without one', async () => {
  await page.goto(url);
  await page.getByText('clawperator serve link').waitFor();
  await shot(page, 'login');
});

let used;
await it('logs in by a link, once, and keeps it out of the address', async () => {
  used = newLink();
  await page.goto(used);
  await page.getByRole('heading', { name: 'Phones' }).waitFor();
  assert.equal(page.url(), `${url}/#/`);
  assert.deepEqual(await page.context().cookies(), []);
  const again = await newPage();
  await again.goto(used);
  await again.getByText('this link does not work').waitFor();
  await again.context().close();
});

await it('has one name: another one is sent there, with its link', async () => {
  const other = await newPage();
  await other.goto(newLink().replace('127.0.0.1', 'localhost'));
  await other.getByRole('heading', { name: 'Phones' }).waitFor();
  assert.ok(other.url().startsWith(`${url}/`), other.url());
  await other.context().close();
});

await it('shows what phones show', async () => {
  const picture = page.locator('.phone .screen.on img').first();
  await picture.waitFor();
  await page.waitForFunction(() => [...document.querySelectorAll('.phone .screen img')].every((image) => image.naturalWidth > 100));
  await page.locator('.phone .app', { hasText: 'com.example.hostile' }).waitFor();
  await shot(page, 'phones');
});

await it('says why a picture is black', async () => {
  await control({ do: 'fault', name: 'screen_off_and_locked', on: true }, phones.phones[1].serial);
  await page.locator('.phone .why', { hasText: 'The screen is off' }).waitFor();
  await shot(page, 'phones-off');
  await control({ do: 'fault', name: 'screen_off_and_locked', on: false }, phones.phones[1].serial);
});

await it('shows the tree beside the picture, and lights one up from the other', async () => {
  await page.locator(`a[href="#${phonePlace}"]`).click();
  await treeReady(page);
  await item(page, 'Add one').hover();
  const light = await page.locator('.light:not(.chosen)').boundingBox();
  assert.ok(light.width > 20 && light.height > 10, JSON.stringify(light));
  await page.mouse.move(5, 5);
  await page.mouse.move(light.x + light.width / 2, light.y + light.height / 2);
  await page.locator('.tree .lit', { hasText: 'Add one' }).waitFor();
  await page.mouse.click(light.x + light.width / 2, light.y + light.height / 2);
  await page.locator('.copy code', { hasText: '--id com.example.hostile:id/add' }).waitFor();
  await page.locator('.copy code', { hasText: '{"matcher":{"resourceId":"com.example.hostile:id/add"}}' }).waitFor();
  await page.getByText('1 match', { exact: true }).waitFor();
  await shot(page, 'inspector');
  assert.equal((await inputs(serial)).filter((entry) => entry.event.input.kind === 'tap').length, 0, 'looking touches nothing');
});

await it('touches what is clicked on the picture, and shows the step', async () => {
  await page.getByRole('button', { name: 'Touch' }).click();
  await item(page, 'Add one').hover();
  const light = await page.locator('.light:not(.chosen)').boundingBox();
  await page.mouse.click(light.x + light.width / 2, light.y + light.height / 2);
  await item(page, 'Pressed 1 times').waitFor();
  const taps = (await inputs(serial)).filter((entry) => entry.event.input.kind === 'tap');
  assert.equal(taps.length, 1);
  assert.match(JSON.stringify(taps[0].event.on), /add/);
  await page.getByRole('link', { name: 'see the step' }).click();
  await page.locator('.step.ok', { hasText: 'click' }).waitFor();
  await page.locator('.lines .changed, .lines .plus', { hasText: 'Pressed 1 times' }).first().waitFor();
  await shot(page, 'run');
});

await it('works by keyboard alone', async () => {
  await open(page, '/');
  const link = page.locator(`a[href="#${phonePlace}"]`);
  await link.waitFor();
  for (let tab = 0; tab < 40 && !(await link.evaluate((it) => it === document.activeElement)); tab += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await treeReady(page);
  await idle(page);
  const isIn = (selector) => page.evaluate((wanted) => Boolean(document.activeElement?.closest(wanted)), selector);
  for (let tab = 0; tab < 40 && !(await isIn('.tree')); tab += 1) await page.keyboard.press('Tab');
  const chosen = () => page.locator('.tree [aria-selected=true]').textContent().catch(() => '');
  await page.keyboard.press('Home');
  for (let down = 0; down < 40 && !(await chosen()).includes('Add one'); down += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await item(page, 'Pressed 2 times').waitFor();
  await idle(page);
  for (let tab = 0; tab < 60 && !(await isIn('.tree')); tab += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Home');
  for (let down = 0; down < 40 && !(await chosen()).includes('#what'); down += 1) await page.keyboard.press('ArrowDown');
  for (let tab = 0; tab < 10 && !(await isIn('.type input[type=text]')); tab += 1) await page.keyboard.press('Tab');
  await page.keyboard.type('hello');
  await page.keyboard.press('Enter');
  await item(page, 'hello').waitFor();
  const typed = (await control({ do: 'journal' })).journal.entries.some((entry) => JSON.stringify(entry).includes('hello'));
  assert.ok(typed);
});

await it('does not run what phones show', async () => {
  await item(page, '<img src=x').waitFor();
  assert.equal(await page.evaluate(() => window.pwned), undefined);
  assert.equal(await page.locator('main script, main svg, main img[src="x"], [onmouseover]').count(), 0);
  await item(page, 'onmouseover').click();
  await item(page, 'onmouseover').hover();
  assert.equal(await page.evaluate(() => window.pwned), undefined);
});

await it('shows the last screen of a run that holds the phone', async () => {
  const run = await asProgram('/executions', { deviceId: serial, execution: execution([{ type: 'snapshot_ui' }, { type: 'sleep', params: { durationMs: 20000 } }]) });
  assert.equal(run.status, 202);
  await page.getByRole('button', { name: 'Look again' }).click();
  await page.getByText('A run holds the phone').waitFor();
  await treeReady(page);
  await shot(page, 'held');
  await page.getByRole('link', { name: 'a long task' }).click();
  await page.getByRole('button', { name: 'Cancel this run' }).click();
  await page.locator('h1 .chip.failed').waitFor();
  await shot(page, 'cancelled');
});

await it('lets other pages in the browser do nothing', async () => {
  const before = (await inputs(serial)).length;
  const secret = await page.evaluate(() => localStorage.getItem('clawperator-session'));
  const attack = createServer((_, answer) => {
    answer.setHeader('Content-Type', 'text/html');
    answer.end('<title>elsewhere</title>');
  });
  await new Promise((done) => attack.listen(0, '127.0.0.1', done));
  for (const host of ['127.0.0.1', 'localhost']) {
    const elsewhere = await newPage();
    await elsewhere.goto(`http://${host}:${attack.address().port}/`);
    const seen = await elsewhere.evaluate(async ({ server, bearer, body }) => {
      const results = {};
      const attempt = async (name, work) => { try { results[name] = await work(); } catch { results[name] = 'refused'; } };
      await attempt('read', async () => (await fetch(`${server}/devices`)).status);
      await attempt('read with the secret', async () => (await fetch(`${server}/devices`, { headers: { Authorization: `Bearer ${bearer}` } })).status);
      await attempt('act', async () => (await fetch(`${server}/execute`, { method: 'POST', headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' }, body })).status);
      await attempt('blind', async () => (await fetch(`${server}/execute`, { method: 'POST', mode: 'no-cors', body })).type);
      await attempt('script', () => import(`${server}/page/api.js`).then(() => 'loaded'));
      await attempt('storage', async () => localStorage.getItem('clawperator-session') ?? 'refused');
      results.frame = await new Promise((done) => {
        const frame = document.createElement('iframe');
        frame.onload = () => { try { done(frame.contentDocument ? 'empty' : 'refused'); } catch { done('refused'); } };
        frame.src = server;
        document.body.append(frame);
      });
      return results;
    }, { server: url, bearer: secret, body: JSON.stringify({ execution: execution([{ type: 'press_key', params: { key: 'home' } }]), deviceId: serial }) });
    for (const name of ['read', 'read with the secret', 'act', 'script', 'storage', 'frame']) assert.equal(seen[name], 'refused', `${host}: ${name}`);
    const frame = elsewhere.frames().find((one) => one !== elsewhere.mainFrame());
    assert.ok(!(await frame.content().catch(() => '')).includes('Clawperator'), 'not in a frame');
    await elsewhere.context().close();
  }
  attack.close();
  assert.equal((await inputs(serial)).length, before, 'nothing reached the phone');
});

// A server without this path has nothing to decide.
if ((await asProgram('/approvals')).status !== 404) {
  await it('lets a person approve and refuse what waits', () => approve({ page, open, shot }));
  await it('approves nothing that moves under the pointer', () => approveOnlyThat({ page, open }));
}

// The picture in docs/page.md, of the other phone.
async function forDocs(other) {
  const second = phones.phones[1].serial;
  await asProgram('/execute', { deviceId: second, execution: execution([{ type: 'open_app', params: { applicationId: 'com.android.settings' } }]) });
  await open(other, `/phone/${encodeURIComponent(second)}`);
  await treeReady(other);
  await idle(other);
  await item(other, 'Battery').click();
  await other.locator('.bar', { hasText: 'com.android.settings' }).waitFor();
  await shot(other, 'page-inspector');
}

await it('fits a phone, in light and in dark', async () => {
  const state = await page.context().storageState();
  for (const colorScheme of ['light', 'dark']) {
    for (const [size, viewport] of [['wide', { width: 1400, height: 900 }], ['narrow', { width: 400, height: 860 }]]) {
      const other = await newPage({ viewport, colorScheme, storageState: state });
      for (const [name, place] of [['phones', '/'], ['inspector', phonePlace], ['runs', '/runs']]) {
        await open(other, place);
        await other.locator('.phone .screen.on, .tree [role=treeitem], .runs td a').first().waitFor();
        if (name === 'inspector') { await idle(other); await item(other, 'Add one').click(); }
        if (name === 'phones') await other.waitForFunction(() => [...document.querySelectorAll('.phone .screen img')].every((image) => image.naturalWidth > 100));
        const over = await other.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(over <= 0, `${name} ${size} is ${over} px too wide`);
        await shot(other, `${name}-${size}-${colorScheme}`);
        if (name === 'phones' && size === 'wide' && colorScheme === 'light') await forDocs(other);
        if (name === 'runs') {
          await other.locator('.runs a', { hasText: 'click' }).first().click();
          await other.locator('.step').first().waitFor();
          await shot(other, `step-${size}-${colorScheme}`);
        }
      }
      await other.context().close();
    }
  }
});

await it('logs out', async () => {
  const secret = await page.evaluate(() => localStorage.getItem('clawperator-session'));
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByText('Log in with a link').waitFor();
  const response = await fetch(`${url}/devices`, { headers: { Authorization: `Bearer ${secret}` } });
  assert.equal(response.status, 401);
});

assert.deepEqual(errors, []);
await browser.close();
