import type { ComponentType } from 'react';
import type { customerApi } from '#features/customer/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';

export type CustomerRecord = OutputOf<typeof customerApi.getCustomer>;

/** What each section of a record's page gets. */
export interface SectionProps {
  record: CustomerRecord;
  /** Reads the record again, after something was changed. */
  changed: () => void;
}

/** A section of a record's page; it loads what is its own and fails alone. */
export interface Section {
  key: string;
  title: string;
  /** Without this right it is not there. */
  permission?: string;
  /** Stands behind the title in the list of sections. */
  figure?: (record: CustomerRecord) => string | number | undefined;
  Body: ComponentType<SectionProps>;
}
