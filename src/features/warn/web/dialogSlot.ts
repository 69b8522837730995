import type { WarnDetail, WarnRow } from './types.ts';

/** Forms of a warn; 释放 and 重开 only ask for a reason. */
export type DeskDialog =
  | 'emergency'
  | 'dispatch'
  | 'transfer'
  | 'false'
  | 'acceptFalse'
  | 'refuseFalse'
  | 'close'
  | 'followUp';

/** Forms, and calls to the customer's side, over a list. */
export type RowDialogAction = DeskDialog | 'call' | 'callElder' | 'callContact';

export interface RowDialogProps {
  row: WarnRow;
  action: RowDialogAction;
  onClose: () => void;
  /** Called after a change. */
  onChanged: () => void;
  /** Opens the desk of the row. */
  onOpen: (id: string) => void;
}

declare module '#web/screen/manifest.ts' {
  interface WebSlots {
    /** Dialog for a row of any list of warns; one feature fills it. */
    warnDialog: Slot<RowDialogProps>;
    /** Part of the desk of a warn, above its map. */
    warnLost: Slot<{ detail: WarnDetail; onChanged: () => void }>;
  }
}
