import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MenuChoice } from '../contract.ts';
import { branchesOf, marksOf, previewOf, toggleAll, toggleMenu } from './menuChoice.ts';

const menu = (
  id: string,
  parentId: string | null,
  type: MenuChoice['type'],
  apis: string[] = [],
  mine = true,
): MenuChoice => ({
  ...{ id, parentId, type, name: id, apis, mine, open: false },
});
const menus = [
  menu('1', null, 'dir'),
  menu('2', '1', 'menu', ['POST /a']),
  menu('3', '2', 'button', ['POST /b']),
  menu('4', '2', 'button', ['POST /b', 'POST /c']),
  menu('5', '1', 'menu', ['POST /a'], false),
  menu('6', null, 'menu'),
];
const tree = branchesOf(menus);

test('linked, a menu takes its buttons along and a button its menu', () => {
  expect(toggleMenu(tree, [], '2', true).sort()).toEqual(['2', '3', '4']);
  expect(toggleMenu(tree, [], '3', true).sort()).toEqual(['2', '3']);
  expect(toggleMenu(tree, ['2', '3', '4'], '2', true)).toEqual([]);
  expect(toggleMenu(tree, ['2', '3'], '3', true)).toEqual(['2']);
});

test('unlinked, each stands for itself; a folder always stands for what it holds', () => {
  expect(toggleMenu(tree, [], '2', false)).toEqual(['2']);
  expect(toggleMenu(tree, ['2', '3'], '2', false)).toEqual(['3']);
  expect(toggleMenu(tree, [], '1', false).sort()).toEqual(['2', '3', '4']);
});

test('what one does not have is neither given nor taken away', () => {
  expect(toggleMenu(tree, [], '5', true)).toEqual([]);
  expect(toggleMenu(tree, ['5'], '1', true)).toContain('5');
  expect(toggleAll(tree, ['5'])).toContain('5');
  expect(toggleAll(tree, toggleAll(tree, ['5']))).toEqual(['5']);
});

test('a folder is half ticked by a part of it', () => {
  expect(marksOf(tree, new Set(['2']))).toEqual({ checked: ['2'], halfChecked: ['1'] });
  expect(marksOf(tree, new Set(['2', '3', '4', '5'])).checked).toContain('1');
});

test('what everybody has is ticked, counted and not given', () => {
  const open = { ...menu('7', '1', 'menu'), open: true };
  const branches = branchesOf([...menus, open]);
  expect(toggleMenu(branches, [], '7', true)).toEqual([]);
  expect(marksOf(branches, new Set()).checked).toEqual(['7']);
  expect(previewOf([...menus, open], new Set())).toEqual({ menus: 1, apis: 0 });
});

test('the preview counts each menu and each endpoint once', () => {
  expect(previewOf(menus, new Set(['2', '3', '4', '6']))).toEqual({ menus: 2, apis: 3 });
});

test('whatever is ticked, nothing beyond one’s own is ever added', () => {
  const clicks = fc.array(fc.tuple(fc.constantFrom('1', '2', '3', '4', '5', '6', 'all'), fc.boolean()), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(clicks, (all) => {
      let selected: string[] = [];
      for (const [id, linked] of all)
        selected = id === 'all' ? toggleAll(tree, selected) : toggleMenu(tree, selected, id, linked);
      return !selected.includes('5') && !selected.includes('1') && new Set(selected).size === selected.length;
    }),
  );
});
