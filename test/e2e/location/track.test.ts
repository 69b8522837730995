import { expect, test } from 'vitest';
import { aUser } from '#server/testing/rows.ts';
import { expectAccessible, openWithAxe } from '../accessibility/axe.ts';
import { expectHidden, expectVisible, frontPage } from '../browser.ts';
import { setUpBrowserTests } from '../browserTests.ts';
import { aCustomerWithWatch } from '../testCustomer.ts';

const tests = await setUpBrowserTests();
const { site } = tests;
/** The way begins at the home. */
const person = await aCustomerWithWatch(site, '郭素贞', { lat: 28.9, lng: 118.8 });
const hour = 3_600_000;
/** Midnight at the start of yesterday, in the project's zone. */
const yesterday = Math.floor((Date.now() + 8 * hour) / (24 * hour)) * 24 * hour - 32 * hour;
/** 08:30 yesterday and so many minutes later. */
const at = (minutes: number) => new Date(yesterday + 8.5 * hour + minutes * 60_000).toISOString();

/** A walk to the north with a stop of 18 minutes, an inaccurate point, and a gap of 40 minutes. */
const points = [
  ...Array.from({ length: 10 }, (_, i) => [i, i * 80]),
  ...Array.from({ length: 18 }, (_, i) => [10 + i, 800 + (i % 2) * 8]),
  ...Array.from({ length: 12 }, (_, i) => [28 + i, 880 + i * 80]),
  ...Array.from({ length: 10 }, (_, i) => [80 + i, 1900 + i * 80]),
] as [number, number][];

await site.sql(`update equipment_binding set bound_at = now() - interval '9 days' where customer_id = $1`, [person.id]);
await site.sql(
  `insert into position (device_id, at, lat, lng, accuracy, source, project_id, customer_id)
   select e.id, p.at, 28.9 + p.north / 111195, 118.8, p.accuracy, 'gnss', 1, $2
   from equipment e, unnest($3::timestamptz[], $4::float8[], $5::real[]) p (at, north, accuracy) where e.sn = $1`,
  [
    person.watch,
    person.id,
    points.map(([minutes]) => at(minutes)),
    points.map(([, north]) => north),
    points.map((_, i) => (i === 5 ? 400 : 12)),
  ],
);
await site.sql(
  `with f as (insert into fence (name, kind, shape, customer_ids, department_id, project_id)
     select '家 300 m', 'home', '{"circle": {"centre": {"lat": 28.9, "lng": 118.8}, "radius": 900}}', array[id], department_id, project_id
     from customer where id = $1 returning id, department_id, project_id)
   insert into fence_event (fence_id, customer_id, at, kind, lat, lng)
   select f.id, $1, $2, 'leave', 28.91, 118.8 from f`,
  [person.id, at(32)],
);
await site.sql(
  `update device_state set lat = 28.909, lng = 118.8, accuracy = 14, position_source = 'gnss', position_at = now(), last_seen_at = now(), online = true
   where device_id = (select id from equipment where sn = $1)`,
  [person.watch],
);

const path = `/location/list?customer=${person.id}&track=yesterday`;
const { page } = await openWithAxe(tests, 'desktop', await aUser(site), path);
const front = frontPage(page);
const panel = front.getByRole('region', { name: /昨天的轨迹$/ });
const layer = front.locator('.track-layer');
const bar = panel.getByRole('slider', { name: '轨迹的时间' });

test('the days of the address show the way with its stop, gap and crossing', async () => {
  await expectVisible(panel.getByText('08:30–09:59 · '));
  await expectVisible(layer.getByText('08:40 停留 17 分'));
  await expectVisible(layer.getByText('09:02 越出围栏'));
  expect(await layer.locator('path.map-line').count()).toBe(2);
});

test('the label of the start leaves room for the one of the home', async () => {
  const labels = [
    front.locator('.map-marker[data-kind="home"] .map-label'),
    layer.locator('[data-kind="start"] .track-label'),
  ];
  const [home, start] = await Promise.all(labels.map((label) => label.boundingBox()));
  if (!home || !start) throw new Error('both labels are shown');
  const isApart = (axis: 'x' | 'y', size: 'width' | 'height') =>
    home[axis] + home[size] <= start[axis] || start[axis] + start[size] <= home[axis];
  expect(isApart('x', 'width') || isApart('y', 'height')).toBe(true);
});

test('the panel of the track is accessible, by light and dark', async () => {
  await expectAccessible(page, 'desktop', 'the track');
});

test('arrows move the time, space plays it, and the end stops it', async () => {
  await bar.focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => bar.getAttribute('aria-valuetext')).toBe('09:58:00');
  await expectVisible(layer.locator('.track-head'));
  await panel.getByRole('button', { name: '8×' }).click();
  await bar.focus();
  await page.keyboard.press('Space');
  await expect.poll(() => bar.getAttribute('aria-valuetext')).toBe('09:59:00');
  await expectVisible(panel.getByRole('button', { name: '播放' }));
});

test('the table shows each point with why it is out of the line', async () => {
  await panel.getByRole('button', { name: '表格' }).click();
  await panel.getByRole('button', { name: '原始点 50' }).click();
  await expectVisible(panel.getByRole('row').filter({ hasText: '08:35:00' }).getByText('精度不足'));
  await panel.getByRole('button', { name: '08:35:00' }).click();
  expect(await bar.getAttribute('aria-valuetext')).toBe('08:35:00');
});

test('a day without a position says so, and a withdrawn consent closes the track', async () => {
  await front.getByLabel('哪一天的轨迹').selectOption('today');
  await expectVisible(front.getByText('这段时间没有定位'));
  await expectHidden(layer);
  await site.sql(`delete from consent where customer_id = $1 and purpose = 'location'`, [person.id]);
  await expectHidden(front.getByText('这段时间没有定位'));
});
