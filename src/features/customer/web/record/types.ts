import type { customerApi } from '#features/customer/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import type { SectionProps as Props, RecordSection } from '#web/record/section.ts';

export type CustomerRecord = OutputOf<typeof customerApi.getCustomer>;
export type SectionProps = Props<CustomerRecord>;

declare module '#web/screen/manifest.ts' {
  interface WebSlots {
    /** Section of a customer's record, in the order of `sort`. */
    customerSection: RecordSection<CustomerRecord>;
  }
}
