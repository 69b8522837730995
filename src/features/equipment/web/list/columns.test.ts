import { expect, test } from 'vitest';
import type { Resource } from '#shared/resource.ts';
import { equipment } from '../../contract/entry.ts';

/** Width left on a screen of 1440 px: without rail, checkboxes, row numbers, actions and the alarm edge; px. */
const room = 1440 - 56 - 84 - 140 - 8;

test('the columns that the device list begins with stand side by side at 1440', () => {
  const fields: Resource['fields'] = equipment.fields;
  const widths = Object.values(fields).map(({ column }) => (column && !column.hidden ? (column.width ?? 0) : 0));
  expect(widths.reduce((sum, width) => sum + width)).toBeLessThanOrEqual(room);
});
