import type { OwnSection, ShownSection } from '#web/record/section.ts';
import { slotsOf } from '#web/screen/Slots.tsx';
import { Contacts } from './Contacts.tsx';
import { History } from '#features/customerHistory/web/CustomerSection.tsx';
import { Overview } from './Overview.tsx';
import type { CustomerRecord } from './types.ts';

const own: readonly OwnSection<CustomerRecord>[] = [
  { key: 'overview', title: '概览', sort: 10, Body: Overview },
  { key: 'contacts', title: '联系人', sort: 20, figure: ({ contacts }) => contacts.length, Body: Contacts },
  { key: 'history', title: '变更记录', sort: 90, Body: History },
];

/** Sections of the record page in order. */
export const sections: readonly ShownSection<CustomerRecord>[] = [...own, ...slotsOf('customerSection')].toSorted(
  (a, b) => (a.sort ?? 0) - (b.sort ?? 0),
);
