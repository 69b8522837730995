import type { ComponentType } from 'react';
import type { customerApi } from '#features/customer/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';

export type CustomerRecord = OutputOf<typeof customerApi.getCustomer>;

/** Props of every section of the record page. */
export interface SectionProps {
  record: CustomerRecord;
  /** Reloads the record after a change. */
  changed: () => void;
}

/** Section of the record page; it loads its own data and fails alone. */
export interface Section {
  key: string;
  title: string;
  /** Permission required to show the section. */
  permission?: string;
  /** Figure after the title in the list of sections. */
  figure?: (record: CustomerRecord) => string | number | undefined;
  Body: ComponentType<SectionProps>;
}
