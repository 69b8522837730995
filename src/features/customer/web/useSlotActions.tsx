import { useState } from 'react';
import { can } from '#web/api/session.ts';
import { toast } from '#web/message/message.tsx';
import { type Filled, SlotView, slotsOf } from '#web/screen/Slots.tsx';
import type { BulkAction, RowAction } from '#web/table/types.ts';
import type { CustomerRow } from './cells.tsx';

interface Open {
  slot: Filled<'customerAction'>;
  customers: readonly CustomerRow[];
  onDone: () => void;
}

/** Returns the actions of other features on the listed and on the selected customers, and the open dialog. */
export function useSlotActions() {
  const [open, setOpen] = useState<Open>();
  const slots = slotsOf('customerAction').filter(({ permission }) => !permission || can(permission));
  return {
    rowActions: (reload: () => void): RowAction<CustomerRow>[] =>
      slots.map((slot) => ({
        ...{ key: slot.key, label: slot.label, behind: true },
        ...(slot.shown && { shown: slot.shown }),
        onClick: (row) => setOpen({ slot, customers: [row], onDone: reload }),
      })),
    bulkActions: (reload: () => void): BulkAction<CustomerRow>[] =>
      slots.flatMap((slot) => {
        const { key, label, selected } = slot;
        if (!selected) return [];
        const run = (customers: CustomerRow[], clear: () => void) => {
          const problem = selected(customers);
          if (problem) return toast.warning(problem);
          const onDone = () => {
            clear();
            reload();
          };
          setOpen({ slot, customers, onDone });
        };
        return [{ key, label, onClick: run }];
      }),
    dialog: open && (
      <SlotView
        slot={open.slot}
        props={{ customers: open.customers, onDone: open.onDone, onClosed: () => setOpen(undefined) }}
        missing={`「${open.slot.label}」没有显示出来，其他部分不受影响。`}
      />
    ),
  };
}
