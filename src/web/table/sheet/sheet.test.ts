import { describe, expect, test } from 'vitest';
import { readChoice, readNumber, readPair } from './readCell.ts';
import {
  countRows,
  isDirty,
  noEntry,
  readRow,
  type SheetAction,
  type SheetEntries,
  sheetReducer,
} from './sheetState.ts';
import type { SheetColumn } from './types.ts';
import { stepOf, walk } from './walk.ts';

const pulse = { title: '脉搏', min: 20, max: 300 };
const heat = { title: '体温', min: 30, max: 45, decimals: 1 };
const columns: SheetColumn<{ id: string }>[] = [
  { key: 'pulse', title: '脉搏', width: 80, read: (text) => readNumber(text, pulse) },
  { key: 'temperature', title: '体温', width: 80, read: (text) => readNumber(text, heat) },
];
const entryAfter = (...actions: SheetAction[]) =>
  actions.reduce(sheetReducer, new Map() as SheetEntries).get('1') ?? noEntry;
const type = (column: string, text: string): SheetAction => ({ do: 'type', id: '1', column, text });
const send: SheetAction = { do: 'send', id: '1' };
const saved: SheetAction = { do: 'saved', id: '1', at: 0 };

describe('what is typed', () => {
  test.each([
    ['36.6', { value: 36.6 }],
    ['３６．６', { value: 36.6 }],
    ['36。6', { value: 36.6 }],
    ['30', { value: 30 }],
    ['45', { value: 45 }],
    ['45.1', { msg: '体温应在 30–45 之间' }],
    ['29.9', { msg: '体温应在 30–45 之间' }],
    ['366', { msg: '体温应在 30–45 之间' }],
    ['36.65', { msg: '体温最多 1 位小数' }],
    ['三十六', { msg: '体温应为数字' }],
  ])('a temperature of %s', (text, result) => expect(readNumber(text, heat)).toEqual(result));

  test.each([
    ['118/70', { value: [118, 70] }],
    ['118 70', { value: [118, 70] }],
    ['118／70', { value: [118, 70] }],
    ['118.70', { value: [118, 70] }],
    ['118 / 70', { value: [118, 70] }],
    ['118', { msg: '血压要两个数，如 118/70' }],
    ['118/', { msg: '血压要两个数，如 118/70' }],
    ['301/70', { msg: '收缩压应在 50–300 之间' }],
    ['118/201', { msg: '舒张压应在 20–200 之间' }],
    ['70/70', { msg: '舒张压必须低于收缩压' }],
    ['70/118', { msg: '舒张压必须低于收缩压' }],
  ])('a pressure of %s', (text, result) => {
    const [high, low] = [
      { title: '收缩压', min: 50, max: 300 },
      { title: '舒张压', min: 20, max: 200 },
    ] as const;
    expect(readPair(text, '血压', high, low)).toEqual(result);
  });

  test('a whole number has no places, a choice is one of the list', () => {
    expect(readNumber('72.5', pulse)).toEqual({ msg: '脉搏应为整数' });
    expect(readChoice('A', '意识', [{ value: 'A' }])).toEqual({ value: 'A' });
    expect(readChoice('X', '意识', [{ value: 'A' }])).toEqual({ msg: '请选择意识' });
  });

  test('a row gives its values; an empty cell is none, a bad one a problem', () => {
    expect(readRow(columns, { id: '1' }, { pulse: ' 72 ', temperature: '' })).toEqual({
      values: { pulse: 72 },
      problems: {},
    });
    expect(readRow(columns, { id: '1' }, { pulse: '72', temperature: '366' })).toEqual({
      values: { pulse: 72 },
      problems: { temperature: '体温应在 30–45 之间' },
    });
  });
});

describe('a row', () => {
  test('goes from empty over editing and saving to saved', () => {
    expect(entryAfter().status).toBe('empty');
    expect(entryAfter(type('pulse', '72')).status).toBe('editing');
    expect(entryAfter(type('pulse', '72'), send).status).toBe('saving');
    expect(entryAfter(type('pulse', '72'), send, saved)).toMatchObject({ status: 'saved', saved: { pulse: '72' } });
    expect(entryAfter(type('pulse', '72'), type('pulse', '')).status).toBe('empty');
  });

  test('that is changed while it is saved has something to save again', () => {
    const entry = entryAfter(type('pulse', '72'), send, type('pulse', '75'), saved);
    expect([entry.status, entry.saved, isDirty(entry)]).toEqual(['editing', { pulse: '72' }, true]);
    const same = entryAfter(type('pulse', '72'), send, saved, type('pulse', '7'), type('pulse', '72'));
    expect([same.status, isDirty(same)]).toEqual(['saved', false]);
  });

  test('that is refused says so until the cell is typed into', () => {
    const refused: SheetAction = { do: 'refused', id: '1', problems: { pulse: '同一分钟已有脉搏' }, msg: undefined };
    const entry = entryAfter(type('pulse', '72'), send, refused);
    expect([entry.status, entry.problems.pulse, isDirty(entry)]).toEqual(['refused', '同一分钟已有脉搏', true]);
    expect(entryAfter(type('pulse', '72'), send, refused, type('pulse', '73'))).toMatchObject({
      status: 'editing',
      problems: {},
    });
    const changed = entryAfter(type('pulse', '72'), send, type('pulse', '73'), refused);
    expect([changed.status, changed.problems]).toEqual(['editing', {}]);
    const whole = entryAfter(type('pulse', '72'), send, { ...refused, problems: {}, msg: '已退住' });
    expect([whole.status, whole.msg]).toEqual(['refused', '已退住']);
  });

  test('that the server did not answer keeps its input, and is sent or typed again', () => {
    const entry = entryAfter(type('pulse', '72'), send, { do: 'unsent', id: '1' });
    expect([entry.status, entry.texts, isDirty(entry)]).toEqual(['unsent', { pulse: '72' }, true]);
    expect(entryAfter(type('pulse', '72'), send, { do: 'unsent', id: '1' }, send, saved).status).toBe('saved');
    expect(entryAfter(type('pulse', '72'), send, { do: 'unsent', id: '1' }, type('pulse', '7')).status).toBe('editing');
  });

  test('without input shows what was saved before', () => {
    const adopt: SheetAction = { do: 'adopt', texts: new Map([['1', { pulse: '70' }]]) };
    expect(entryAfter(adopt)).toMatchObject({ status: 'saved', texts: { pulse: '70' }, saved: { pulse: '70' } });
    const newer: SheetAction = { do: 'adopt', texts: new Map([['1', { pulse: '71' }]]) };
    expect(entryAfter(adopt, newer).texts).toEqual({ pulse: '71' });
    expect(entryAfter(type('pulse', '72'), send, saved, newer).texts).toEqual({ pulse: '72' });
    expect(entryAfter(type('pulse', '72'), adopt).texts).toEqual({ pulse: '72' });
    expect(entryAfter(type('pulse', '72'), send, adopt, saved).saved).toEqual({ pulse: '72' });
  });

  test('counts as saved, refused or left', () => {
    const entries = new Map([
      ['1', entryAfter(type('pulse', '72'), send, saved)],
      ['2', entryAfter(type('pulse', '366'), { do: 'judge', id: '1', problems: { pulse: '脉搏应在 20–300 之间' } })],
      ['3', entryAfter(type('pulse', '72'))],
    ]);
    expect(countRows(['1', '2', '3', '4'], entries)).toEqual({ all: 4, saved: 1, refused: 1, left: 2 });
  });
});

describe('walking', () => {
  const sheet = { rows: 3 };
  const key = (name: string, more = {}) => ({
    key: name,
    shiftKey: false,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    ...more,
  });

  test('Enter goes to the first cell of the next row, arrows stay in the column', () => {
    expect(walk({ row: 0, column: 1 }, 'row', sheet)).toEqual({ row: 1, column: 0 });
    expect(walk({ row: 2, column: 1 }, 'rowBack', sheet)).toEqual({ row: 1, column: 0 });
    expect(walk({ row: 1, column: 1 }, 'up', sheet)).toEqual({ row: 0, column: 1 });
    expect(walk({ row: 1, column: 1 }, 'down', sheet)).toEqual({ row: 2, column: 1 });
  });

  test('a locked row is passed, and beyond the sheet is nothing', () => {
    const locked = { ...sheet, isLocked: (row: number) => row === 1 };
    expect(walk({ row: 0, column: 1 }, 'row', locked)).toEqual({ row: 2, column: 0 });
    expect(walk({ row: 2, column: 1 }, 'up', locked)).toEqual({ row: 0, column: 1 });
    expect(walk({ row: 2, column: 0 }, 'row', sheet)).toBeUndefined();
    expect(walk({ row: 0, column: 0 }, 'up', sheet)).toBeUndefined();
  });

  test('keys with Ctrl or Alt are no steps, nor arrows where they choose', () => {
    expect(stepOf(key('Tab'), false)).toBeUndefined();
    expect(stepOf(key('Enter'), true)).toBe('row');
    expect(stepOf(key('ArrowDown'), false)).toBe('down');
    expect(stepOf(key('ArrowDown'), true)).toBeUndefined();
    expect(stepOf(key('Enter', { ctrlKey: true }), false)).toBeUndefined();
    expect(stepOf(key('d'), false)).toBeUndefined();
  });
});
