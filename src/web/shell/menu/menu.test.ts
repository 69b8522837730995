import { expect, it } from 'vitest';
import type { MenuNode } from '#web/api/session.ts';
import { entriesOf, entryAt, phoneEntries, searchMenu, shown, unfolded } from './menu.ts';

const leaf = (name: string, url: string): MenuNode => ({ id: url, name, url, icon: '', type: 'menu', children: [] });
const folder = (name: string, ...children: MenuNode[]): MenuNode => ({
  id: name,
  name,
  url: '',
  icon: '',
  type: 'dir',
  children,
});
const menu = [
  leaf('首页', '/index'),
  folder('值守', leaf('SOS 告警', '/warn/sos'), leaf('定位', '/location/list')),
  folder('服务对象', leaf('客户', '/customer/list'), leaf('客户用户', '/customer_user/list')),
];

it('finds the entry of a route with its folder, also for a page below it', () => {
  expect(entryAt(menu, '/warn/sos/12')).toMatchObject({ node: { name: 'SOS 告警' }, folder: '值守' });
  expect(entryAt(menu, '/warn')).toBeUndefined();
});

it('gives a phone the first of each folder, then the rest, without the home page', () => {
  expect(phoneEntries(menu).map((node) => node.name)).toEqual(['SOS 告警', '客户', '定位', '客户用户']);
});

it('draws a folder that holds only its namesake as that entry', () => {
  const [home] = unfolded([folder('首页', leaf('首页', '/index'))]);
  expect(home?.url).toBe('/index');
  expect(entryAt([folder('首页', leaf('首页', '/index'))], '/index')?.folder).toBe('');
});

it('draws nothing that is hidden, nor a folder of which nothing is left, and still names the page of a hidden address', () => {
  const secret = folder('值守', { ...leaf('SOS 告警', '/warn/sos'), visible: false });
  expect(shown([secret])).toEqual([]);
  expect(entriesOf([secret])).toEqual([]);
  expect(entryAt([secret], '/warn/sos')?.node.name).toBe('SOS 告警');
});

it('searches by every word in name, folder or route', () => {
  expect(searchMenu(menu, '客户').map(({ node }) => node.name)).toEqual(['客户', '客户用户']);
  expect(searchMenu(menu, 'sos 值守').map(({ node }) => node.url)).toEqual(['/warn/sos']);
  expect(searchMenu(menu, '')).toHaveLength(5);
});
