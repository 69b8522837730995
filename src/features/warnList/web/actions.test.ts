import { expect, test } from 'vitest';
import { warnRow } from '#features/warn/web/service.ts';
import { rowActions } from './actions.ts';

const seat = { userId: '7', claims: true, judges: false, scores: false };
const listActions = new Proxy({} as Parameters<typeof rowActions>[0], { get: () => () => undefined });
const labels = (row: Parameters<typeof warnRow>[0], viewer = seat) =>
  rowActions(listActions, viewer)
    .filter(({ shown }) => shown?.(warnRow(row)) ?? true)
    .map(({ label }) => label);
const some = (row: Parameters<typeof warnRow>[0], viewer = seat) =>
  labels(row, viewer).filter((label) => label === '定位' || label.startsWith('呼叫'));

test('a row is dialled by who handles it and owes its follow-up, for nobody else sees a whole number', () => {
  const customer = { customerId: '3', phone: '138****5678' };
  expect(labels({ ...customer, status: 'handling', handlerId: '7' }).slice(0, 3)).toEqual(['处理', '呼叫老人', '定位']);
  expect(some({ ...customer, status: 'handling', handlerId: '7' })).toEqual(['呼叫老人', '定位', '呼叫联系人']);
  const owed = { status: 'done', handlerId: '7', followUpAt: '2026-11-24T10:00:00.000Z' } as const;
  expect(some({ ...customer, ...owed })).toEqual(['呼叫老人', '呼叫联系人']);
  expect(some({ ...customer, status: 'pending' })).toEqual(['定位']);
  expect(some({ ...customer, status: 'handling', handlerId: '8' })).toEqual(['定位']);
  expect(some({ ...customer, ...owed, handlerId: '8' })).toEqual([]);
});

test('a row is located while it is open, by who may claim, where there is a customer or a device', () => {
  const device = { customerId: null, equipmentId: '5' };
  expect(some({ ...device, status: 'pending' })).toEqual(['定位']);
  expect(some({ ...device, status: 'done' })).toEqual([]);
  expect(some({ customerId: null, equipmentId: null, phone: '13800009999', status: 'pending' })).toEqual([]);
  expect(some({ ...device, status: 'pending' }, { ...seat, claims: false })).toEqual([]);
});
