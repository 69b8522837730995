import { expect, test } from 'vitest';
import { BenefitInput } from '#features/benefit/contract.ts';
import { fieldsOf } from '#features/customerEntry/web/fields.tsx';
import { benefitColumns, contactColumns, customerColumns } from '#features/customerImport/server/importColumns.ts';
import { ContactInput } from '../../src/features/customer/contract/contact.ts';

/** Columns that hold a name for a form field with an id, by the form's field. */
const columnOf: Readonly<Record<string, string>> = {
  ...{ departmentId: 'department', projectId: 'project', responsibleId: 'responsible', bedId: 'bed' },
  ...{ illnesses: 'chronic', linkedId: 'linked' },
};

/** Fields without a column, and the place where they are entered. */
const elsewhere: Readonly<Record<string, string>> = {
  photo: 'a picture: in the record',
  consentFiles: 'a scan: in the record',
  place: 'a map, whose choice is lat and lng',
  contacts: 'a sheet of its own',
  benefits: 'a sheet of its own',
};

test('the import template has a column for each field of the entry form', () => {
  const form = fieldsOf({
    choice: { departments: [], projects: [], staff: [], defaults: [], communities: [] },
    options: () => [],
    values: {},
    record: undefined,
    beds: { some: true, options: [], nothing: '', loading: false, nameOf: () => undefined, problemOf: () => undefined },
    moves: true,
  }).map(({ field }) => columnOf[field] ?? field);
  const columns = new Set(customerColumns.map(({ key }) => key));
  expect(form.filter((field) => !columns.has(field)).sort()).toEqual(Object.keys(elsewhere).sort());
});

test.each([
  ['contact', ContactInput, contactColumns, []],
  ['benefit, but its scan', BenefitInput, benefitColumns, ['fileId']],
])('and a column for each field of a %s', (_, input, sheet, without) => {
  const { properties } = input as unknown as { properties: object };
  const columns = new Set(sheet.map(({ key }) => key));
  expect(Object.keys(properties).filter((field) => !columns.has(columnOf[field] ?? field))).toEqual(without);
});
