import { expect, it } from 'vitest';
import { type PlacedScreen, screenAt, screens } from '../features.ts';
import { routeAccess } from './routeAccess.ts';

/** Routes of the specification, section 2, that a contract declares (the router has the others). */
const routes = [
  ...['/index', '/customer_user/list', '/customer/list', '/test/dialog_form', '/test/data_table'],
  ...[
    '/department/tree',
    '/dictionary/tree',
    '/user/list',
    '/role/list',
    '/manage/notice',
    '/manage/news',
    '/system/menu',
  ],
  ...[
    '/system/menu_api',
    '/system/cmd_log',
    '/project/list',
    '/location/list',
    '/location/app',
    '/platform/data_upload',
  ],
  ...[
    '/platform/push_list',
    '/statistical/layout_statistics',
    '/equipment/list',
    '/equipment/gateway',
    '/equipment/log',
  ],
  ...['/equipment/push_log', '/warn/sos', '/large_screen_monitoring/data', '/large_screen_monitoring/care_center'],
  ...[
    '/healthy/archives',
    '/healthy/assessment',
    '/healthy/sleep_data',
    '/healthy/physicals',
    '/healthy/early_warning',
  ],
];

it.each(routes)('%s has a screen, or says what will stand there', (path) => {
  const screen = screens.find((candidate) => candidate.path === path);
  expect(screen?.title).toBeTruthy();
  expect(screen?.component ?? screen?.planned).toBeTruthy();
});

it('no route is declared twice', () => {
  expect(new Set(screens.map((screen) => screen.path)).size).toBe(screens.length);
});

const some: PlacedScreen[] = [
  { path: '/index', title: '首页', icon: '', group: '首页', sort: 0, feature: 'home' },
  {
    path: '/user',
    title: '人',
    icon: '',
    group: '平台',
    sort: 1,
    feature: 'user',
    permission: { key: 'user:one', title: '', roles: [] },
  },
  {
    path: '/user/list',
    title: '用户',
    icon: '',
    group: '平台',
    sort: 1,
    feature: 'user',
    permission: { key: 'user:list', title: '', roles: [] },
  },
];
const find = (path: string) => screenAt(path, some);

it('a screen without a right is open to everybody, one with a right only through the menu', () => {
  expect(routeAccess('/index', [], find)).toBe('open');
  expect(routeAccess('/user/list', ['/user/list'], find)).toBe('open');
  expect(routeAccess('/user/list', ['/index'], find)).toBe('forbidden');
});

it('a route without a screen is missing, an exception page never checked', () => {
  expect(routeAccess('/nowhere', ['/nowhere'], find)).toBe('missing');
  expect(routeAccess('/exception/403', [], find)).toBe('exception');
});

it('the longest route that fits has the screen', () => {
  expect(find('/user/list/12')?.title).toBe('用户');
  expect(find('/user/lists')?.title).toBe('人');
});
