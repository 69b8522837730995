import type { OwnSection, ShownSection } from '#web/record/section.ts';
import { slotsOf } from '#web/screen/Slots.tsx';
import type { CustomerRecord } from '../../contract.ts';
import { Contacts } from './Contacts.tsx';
import { Overview } from './Overview.tsx';

const own: readonly OwnSection<CustomerRecord>[] = [
  { key: 'overview', title: '概览', sort: 10, Body: Overview },
  { key: 'contacts', title: '联系人', sort: 20, figure: ({ contacts }) => contacts.length, Body: Contacts },
];

/** Sections of the record page in order. */
export const sections: readonly ShownSection<CustomerRecord>[] = [...own, ...slotsOf('customerSection')].toSorted(
  (a, b) => (a.sort ?? 0) - (b.sort ?? 0),
);
