import type { Browser, CDPSession, Page } from 'playwright-core';
import { registerCustomers } from '../../test/support/customers.ts';
import { onDatabase } from '../../test/support/database.ts';
import { line } from '../slowLine.ts';
import { loggedIn, openPage, withBrowser } from '../support/browser.ts';
import { type Figure, figure, kb, mean, ms, percentile } from '../support/figures.ts';
import type { Product } from '../support/product.ts';
import { type FrameTimes, frameTimes } from './mapTrace.ts';
import { measureOpenMaps } from './openMaps.ts';

const count = 20_000;
/** Changes of a poll of the page. */
const changes = 330;
const pollMs = 5000;
const phaseMs = 10_000;
const phases = 3;
const opened = `.crowd-map [data-people="${count}"]`;
const emptied = '.crowd-map [data-people="0"]';

/** Lays people in and around a town, each with a fresh place and a consent. */
const settings = `
  insert into equipment_binding (equipment_id, customer_id, bound_at)
    select id, customer_id, now() - interval '1 day' from equipment where customer_id is not null;
  insert into consent (customer_id, purpose, signed_by, relation, signed_at) select id, 'location', '本人', 'self', '2020-01-01' from customer;
  update device_state s set lat = 28.93 + r.distance * sin(r.angle), lng = 118.87 + r.distance * cos(r.angle), accuracy = 12, position_source = 'gnss', online = true, battery = 80,
      position_at = now(), last_seen_at = now()
    from (select id, 0.35 * random() ^ 2 as distance, 2 * pi() * random() as angle from equipment) r where r.id = s.device_id;
  vacuum analyze device_state; analyze customer; analyze consent; analyze equipment; analyze equipment_binding`;

/** Keeps all places fresh. */
const renewal = `update device_state set position_at = now(), last_seen_at = now()`;

const walk = `
  update device_state set lat = lat + 0.0004 * (random() - 0.5), lng = lng + 0.0004 * (random() - 0.5), position_at = now(), last_seen_at = now()
  where device_id in (select id from equipment order by random() limit ${changes})`;

/** Runs statements one after the other, each in a transaction of its own. */
function statements(databaseUrl: string, text: string): Promise<void> {
  return onDatabase(databaseUrl, async (client) => {
    for (const statement of text.split(';')) await client.query(statement);
  });
}

/** Measures the live map of 20,000 people in a browser, and presses beside 30 of them. */
export async function measurePlacesMap(product: Product): Promise<Figure[]> {
  const customers = await registerCustomers(product.databaseUrl, count);
  await statements(product.databaseUrl, settings);
  const inBrowser = await withBrowser(async (browser) => [
    ...(await measureOpening(product, browser)),
    ...(await measureMoves(product, browser)),
  ]);
  // Last: who has pressed stands alone on the map.
  return [...inBrowser, ...(await whileWalking(product, () => measureOpenMaps(product, customers, count)))];
}

/** Changes the places of some people every 5 s meanwhile. */
async function whileWalking<T>({ databaseUrl }: Product, work: () => Promise<T>): Promise<T> {
  let walking = Promise.resolve();
  const timer = setInterval(() => {
    walking = walking.then(() => statements(databaseUrl, walk));
  }, pollMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await walking;
  }
}

/** From the click on the menu entry until the map rests with everybody on it, on a slow line with the code cached. */
async function measureOpening(product: Product, browser: Browser): Promise<Figure[]> {
  const state = await loggedIn(product, browser);
  const [page, session] = await openPage(browser, state);
  await page.goto(`${product.address}/#/location/list`);
  await page.waitForSelector(opened, { state: 'attached' });
  const runs: { after: number; answer: number; bytes: number }[] = [];
  for (let run = 0; run < 5; run += 1) {
    await statements(product.databaseUrl, renewal);
    runs.push(await openByMenu(page, session, product));
  }
  await page.context().close();
  const by = (key: keyof (typeof runs)[number]) =>
    percentile(
      runs.map((run) => run[key]),
      0.5,
    );
  const after = by('after');
  return [
    figure(
      `Map of ${count} people, 5 Mbit/s, its code cached: click → all drawn (median of 5)`,
      ms(after),
      '≤ 2 s',
      after <= 2000,
    ),
    figure('of it until the places have arrived; their size', `${ms(by('answer'))}; ${kb(by('bytes'))}`),
  ];
}

async function openByMenu(page: Page, session: CDPSession, { address }: Product) {
  await page.goto('about:blank');
  await page.goto(`${address}/#/`);
  await page.waitForSelector('main h1, main h2');
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined);
  const entry = page.locator('a[href="#/location/list"]').first();
  if (!(await entry.isVisible())) await page.getByText('值守', { exact: true }).first().click();
  await session.send('Network.emulateNetworkConditions', line);
  const answer = { id: '', at: Number.NaN, bytes: 0 };
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.url.endsWith('/getPlaceMap') && !answer.id) answer.id = requestId;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (requestId === answer.id) Object.assign(answer, { at: performance.now(), bytes: encodedDataLength });
  });
  const started = performance.now();
  await entry.click({ noWaitAfter: true });
  await page.waitForSelector(opened, { state: 'attached' });
  const after = performance.now() - started;
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
  });
  return { after, answer: answer.at - started, bytes: answer.bytes };
}

/** Pans and zooms the map with everybody and, in turns, without anybody. */
async function measureMoves(product: Product, browser: Browser): Promise<Figure[]> {
  const state = await loggedIn(product, browser);
  const [page] = await openPage(browser, state);
  const all = `${product.address}/#/location/list`;
  await page.goto(all);
  await page.waitForSelector(opened, { state: 'attached' });
  const full: FrameTimes[] = [];
  const empty: FrameTimes[] = [];
  await whileWalking(product, async () => {
    for (let phase = 0; phase < phases; phase += 1) {
      await page.goto(all);
      await page.waitForSelector(opened, { state: 'attached' });
      full.push(await frameTimes(browser, page, () => moveAbout(page)));
      await page.goto(`${all}?state=outside`);
      await page.waitForSelector(emptied, { state: 'attached' });
      empty.push(await frameTimes(browser, page, () => moveAbout(page)));
    }
  });
  await page.context().close();
  const frames = (times: readonly FrameTimes[]) => mean(times.map((time) => time.frames)) / (phaseMs / 1000);
  const ratio = frames(full) / frames(empty);
  const script = percentile(
    full.flatMap((time) => time.script),
    0.95,
  );
  const emptyScript = percentile(
    empty.flatMap((time) => time.script),
    0.95,
  );
  const longest = Math.max(...full.map((time) => time.longestTask));
  const emptyLongest = Math.max(...empty.map((time) => time.longestTask));
  return [
    figure(
      'Panned and zoomed: frames with everybody; with nobody',
      `${frames(full).toFixed(1)} /s; ${frames(empty).toFixed(1)} /s`,
    ),
    figure('Ratio of the two', ratio.toFixed(2), '≥ 0.9', ratio >= 0.9),
    figure('Script of a frame, p95 (with nobody)', `${ms(script)} (${ms(emptyScript)})`, '≤ 8 ms', script <= 8),
    figure('Longest task (with nobody)', `${ms(longest)} (${ms(emptyLongest)})`, '≤ 50 ms', longest <= 50),
  ];
}

/** Drags in a circle for a while, zooming in and out on the way; ends about where it began. */
async function moveAbout(page: Page): Promise<void> {
  const box = await page.locator('.crowd-map').boundingBox();
  if (!box) throw new Error('no map');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const end = performance.now() + phaseMs;
  for (let turn = 0; performance.now() < end; turn += 1) {
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let step = 1; step <= 40 && performance.now() < end; step += 1) {
      const angle = (step / 40) * 2 * Math.PI;
      await page.mouse.move(x + 160 * Math.sin(angle), y + 120 * (1 - Math.cos(angle)));
      await page.waitForTimeout(16);
    }
    await page.mouse.move(x, y);
    await page.mouse.up();
    for (let step = 0; step < 20 && performance.now() < end; step += 1) {
      await page.mouse.wheel(0, turn % 2 === 0 ? -60 : 60);
      await page.waitForTimeout(30);
    }
  }
}
