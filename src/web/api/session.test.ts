import { describe, expect, it } from 'vitest';
import { isAllowed, isExpired, type MenuNode, routesOf } from './session.ts';

const menu: MenuNode[] = [
  node('1', '/index', 'menu'),
  node('2', '', 'dir', [node('3', '/warn/sos', 'menu'), node('4', '/warn/sos', 'menu')]),
  node('5', 'https://example.org', 'link'),
];

describe('the expiry of a session', () => {
  it('has passed at its very second', () => {
    expect(isExpired(1000, 1_000_000)).toBe(true);
    expect(isExpired(1000, 999_999)).toBe(false);
  });

  it('counts as passed when none is stored, so that the server is asked', () => {
    expect(isExpired(undefined, 0)).toBe(true);
  });
});

describe('the allowed routes', () => {
  it('are the urls of the menu tree, each once, without folders that have none and without links to elsewhere', () => {
    expect(routesOf(menu)).toEqual(['/index', '/warn/sos']);
  });

  it('let a page below an allowed one through, and nothing that only begins alike', () => {
    const routes = routesOf(menu);
    expect(isAllowed('/warn/sos', routes)).toBe(true);
    expect(isAllowed('/warn/sos/12', routes)).toBe(true);
    expect(isAllowed('/warn/sos_old', routes)).toBe(false);
    expect(isAllowed('/warn', routes)).toBe(false);
    expect(isAllowed('/user/list', routes)).toBe(false);
  });

  it('are none without a menu', () => {
    expect(isAllowed('/index', routesOf([]))).toBe(false);
  });
});

function node(id: string, url: string, type: MenuNode['type'], children: MenuNode[] = []): MenuNode {
  return { id, name: id, url, icon: '', type, children };
}
