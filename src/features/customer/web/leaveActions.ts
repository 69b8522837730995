import type { RowAction } from '#web/table/types.ts';
import type { CustomerRow } from './cells.tsx';

/** Returns 请假, or 销假 during a leave; `ask` opens the form. */
export function leaveActionsOf(ask: (row: CustomerRow) => void): RowAction<CustomerRow>[] {
  return [
    {
      ...{ key: 'leave', label: '请假…', behind: true },
      shown: ({ serviceState, away }) => serviceState === 'active' && away === null,
      onClick: ask,
    },
    {
      ...{ key: 'back', label: '销假…', behind: true },
      shown: ({ away }) => away !== null,
      onClick: ask,
    },
  ];
}
