import type { DeskDialog, WarnRow } from '#features/warn/web/service.ts';
import { isLocatable } from '#features/warnTrack/web/service.ts';
import { isCounted } from '#shared/warnOrder.ts';
import type { RowAction } from '#web/table/types.ts';

/** Callbacks of the list to its screen. */
export interface WarnListActions {
  claim: (row: WarnRow) => void;
  open: (row: WarnRow) => void;
  print: (row: WarnRow) => void;
  /** Opens a dialog of the desk over the list. */
  dialog: (row: WarnRow, dialog: DeskDialog) => void;
  callCustomer: (row: WarnRow) => void;
  callContact: (row: WarnRow) => void;
  locate: (row: WarnRow) => void;
  /** 抽检: reviews a closed warn (domain.md 8.9). */
  sample: (row: WarnRow) => void;
}

/** User at the seat: id and permissions. */
export interface Seat {
  userId: string | null;
  claims: boolean;
  judges: boolean;
  scores: boolean;
}

/** Returns the actions of a row (domain.md 6.21): the main action of its state first, the rest behind ···. */
export function rowActions(actions: WarnListActions, { userId, claims, judges, scores }: Seat): RowAction<WarnRow>[] {
  const waits = (row: WarnRow) => row.status === 'pending';
  const isOwn = (row: WarnRow) => row.status === 'handling' && row.handlerId === userId;
  const others = (row: WarnRow) => row.status === 'handling' && row.handlerId !== userId;
  const over = (row: WarnRow) => row.status === 'done' || row.status === 'false';
  const isOpen = (row: WarnRow) => !over(row);
  // Unmasked numbers are only for the handler, until the follow-up is done.
  const owed = (row: WarnRow) => row.status === 'done' && row.followUpAt !== null && row.handlerId === userId;
  const dials = (row: WarnRow) =>
    claims && (isOwn(row) || owed(row)) && (row.customerId !== null || row.phone !== null);
  return [
    { key: 'claim', label: '接警', tone: 'alarm', shown: (row) => claims && waits(row), onClick: actions.claim },
    { key: 'handle', label: '处理', shown: (row) => claims && isOwn(row), onClick: actions.open },
    { key: 'assist', label: '协助', shown: (row) => claims && others(row), onClick: actions.open },
    { key: 'detail', label: '详情', shown: (row) => over(row) || !claims, onClick: actions.open },
    {
      key: 'followUp',
      label: '回访',
      shown: (row) => claims && row.status === 'done' && row.followUpAt !== null,
      onClick: (row) => actions.dialog(row, 'followUp'),
    },
    { key: 'elder', label: '呼叫老人', shown: dials, onClick: actions.callCustomer },
    { key: 'locate', label: '定位', shown: (row) => claims && isLocatable(row), onClick: actions.locate },
    { key: 'more', label: '详情', shown: (row) => isOpen(row) && claims, onClick: actions.open },
    { key: 'printOver', label: '打印', shown: over, onClick: actions.print },
    { key: 'sample', label: '抽检', shown: (row) => scores && over(row) && isCounted(row), onClick: actions.sample },
    {
      key: 'contact',
      label: '呼叫联系人',
      shown: (row) => dials(row) && row.customerId !== null,
      onClick: actions.callContact,
    },
    { key: 'transfer', label: '转派', shown: isOwn, onClick: (row) => actions.dialog(row, 'transfer') },
    {
      key: 'false',
      label: '误报',
      shown: (row) => isOwn(row) || (claims && waits(row)) || (judges && isOpen(row)),
      onClick: (row) => actions.dialog(row, 'false'),
    },
    { key: 'print', label: '打印处置单', shown: isOpen, onClick: actions.print },
  ];
}
