import type { customerApi } from '#features/customer/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import type { RecordSection } from '#web/record/section.ts';

type CustomerRow = OutputOf<typeof customerApi.getCustomerList>;

/** Props of a dialog about customers of the list; open while mounted. */
interface CustomerDialogProps {
  customers: readonly CustomerRow[];
  /** Reloads the list. */
  onDone: () => void;
  onClosed: () => void;
}

declare module '#web/screen/manifest.ts' {
  interface WebSlots {
    /** Section of a customer's record, in the order of `sort`. */
    customerSection: RecordSection<OutputOf<typeof customerApi.getCustomer>>;
    /** Action on a customer of the list, with its dialog. */
    customerAction: Slot<CustomerDialogProps> & {
      key: string;
      label: string;
      /** Permission required to offer the action. */
      permission?: string;
      shown?: (row: CustomerRow) => boolean;
      /** Offers the action on selected customers, too. Returns why it is impossible for these. */
      selected?: (rows: readonly CustomerRow[]) => string | undefined;
    };
    /** Page beside the list, at `/customer/list/<path>`, with a link above the list. */
    customerPage: Slot & { path: string; title: string };
  }
}
