import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { aUser } from '#server/testing/rows.ts';
import { findFeatures } from './extensions.ts';

/** Routes of the specification, section 2. */
const specified = `/login /open / /index /exception/404 /exception/403 /exception/500 /customer_user/list /customer/list
/test/dialog_form /test/data_table /department/tree /dictionary/tree /user/list /role/list /manage/notice /manage/news
/system/menu /system/menu_api /system/cmd_log /project/list /location/list /location/app /platform/data_upload
/platform/push_list /statistical/layout_statistics /equipment/list /equipment/gateway /equipment/log /equipment/push_log
/warn/sos /large_screen_monitoring/data /large_screen_monitoring/care_center /healthy/archives /healthy/assessment
/healthy/sleep_data /healthy/physicals /healthy/early_warning`.split(/\s+/);
/** Pages of the shell itself, without a contract. */
const shell = ['/login', '/open', '/', '/exception/404', '/exception/403', '/exception/500'];

interface Node {
  url: string;
  type: string;
  visible: boolean;
  children: Node[];
}

const screens = (await findFeatures()).flatMap((feature) => feature.screens);

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

async function menuOf(token: string): Promise<string[]> {
  const { data } = await app.ask({ method: 'GET', path: '/api/user/getUserMenu', token });
  const urls = (nodes: Node[]): string[] =>
    nodes.filter(({ visible }) => visible).flatMap((node) => [node.url, ...urls(node.children)]);
  return urls(data as Node[]).filter((url) => url !== '');
}

/**
 * Hidden screens below a specified one: tabs under its permission (`under`), or with a permission each
 * (`siblingPaths`).
 */
const under = [
  ...['model', 'repair', 'sim', 'stock', 'trial'].map((name) => `/equipment/list/${name}`),
  ...['event', 'fence'].map((name) => `/location/list/${name}`),
  '/healthy/assessment/scale',
  '/healthy/early_warning/rule',
  '/healthy/sleep_data/board',
];
const siblingPaths = [
  ...['seat', 'shift', 'follow_up', 'notification', 'quality'].map((name) => `/warn/sos/${name}`),
  '/location/list/base',
];

test('every route of the specification belongs to exactly one screen, and no screen stands elsewhere', () => {
  const siblings = screens.filter(({ path }) => siblingPaths.includes(path));
  const paths = screens.map((screen) => screen.path);
  expect([...shell, ...paths].sort()).toEqual([...specified, ...under, ...siblings.map(({ path }) => path)].sort());
  expect(siblings.every(({ hidden, permission: right }) => hidden && right && right.key !== 'warn:list')).toBe(true);
  const parted = screens.filter(({ path }) => under.includes(path));
  const parent = (path: string) => screens.find((screen) => screen.path === path.slice(0, path.lastIndexOf('/')));
  expect(parted.map(({ hidden, permission: right }) => [hidden, right?.key])).toEqual(
    parted.map(({ path }) => [true, parent(path)?.permission?.key]),
  );
});

test('a screen is built or says in Chinese what will stand there', () => {
  for (const screen of screens) {
    expect(Boolean(screen.component) !== Boolean(screen.planned), screen.path).toBe(true);
    if (screen.planned) expect(screen.planned).toMatch(/[\u4e00-\u9fff]{4}/);
  }
});

test('an administrator has every screen that is not hidden in the menu', async () => {
  const shown = screens.filter((screen) => !screen.hidden).map((screen) => screen.path);
  expect((await menuOf(app.admin)).sort()).toEqual(shown.sort());
});

test.each(['area', 'leader', 'operator', 'engineer', 'health', 'assessor', 'reporter', 'viewer'] as const)(
  'the menu of %s has only built screens, or open ones',
  async (role) => {
    const user = await aUser(app, { role });
    const allowed = screens.filter((screen) => screen.component || !screen.permission).map((screen) => screen.path);
    for (const url of await menuOf(user.token)) expect(allowed).toContain(url);
  },
);

test('what an administrator took away is not given back by the next start', async () => {
  const { default: seed } = (await import('#features/menu/server/seed.ts' as string)) as {
    default: { run(): Promise<unknown> };
  };
  const bound = async () => app.sql('select * from menu_api order by 1, 2, 3');
  const granted = async () => app.sql('select * from role_menu order by 1, 2');
  await app.sql(`delete from menu_api where path = '/api/warn/claimWarn'`);
  await app.sql(`delete from role_menu where role_id = (select id from role where key = 'viewer')`);
  const previous = [await bound(), await granted()];
  await seed.run();
  expect([await bound(), await granted()]).toEqual(previous);
});
