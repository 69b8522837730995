import { expect, it } from 'vitest';
import { keyName } from './hotkeys.ts';

const press = (key: string, code = '', modifier: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) =>
  keyName({ key, code, ctrlKey: false, metaKey: false, altKey: false, ...modifier });

it('names keys as the key table does', () => {
  expect(press('F2')).toBe('F2');
  expect(press('j', 'KeyJ')).toBe('J');
  expect(press('?', 'Slash')).toBe('?');
  expect(press('Escape')).toBe('Esc');
  expect(press('k', 'KeyK', { ctrlKey: true })).toBe('Ctrl K');
  expect(press('k', 'KeyK', { metaKey: true })).toBe('Ctrl K');
});

it('knows Alt combinations by the place of the key, whatever the layout types', () => {
  expect(press('¡', 'Digit1', { altKey: true })).toBe('Alt 1');
  expect(press('∑', 'KeyW', { altKey: true })).toBe('Alt W');
});
