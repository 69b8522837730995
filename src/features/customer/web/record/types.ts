import type { customerApi } from '#features/customer/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import type { SectionProps as Props } from '#web/record/section.ts';

export type CustomerRecord = OutputOf<typeof customerApi.getCustomer>;
export type SectionProps = Props<CustomerRecord>;
