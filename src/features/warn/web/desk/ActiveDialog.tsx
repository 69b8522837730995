import type { NearbyHelp, WarnDetail } from '../types.ts';
import type { RunAction } from '../useAction.ts';
import type { CloseDraft } from './closeForm.ts';
import { AnswerFalseDialog } from './dialog/AnswerFalseDialog.tsx';
import { CloseDialog } from './dialog/CloseDialog.tsx';
import { DispatchDialog } from './dialog/DispatchDialog.tsx';
import { EmergencyDialog } from './dialog/EmergencyDialog.tsx';
import { FalseDialog } from './dialog/FalseDialog.tsx';
import { FollowUpDialog } from './dialog/FollowUpDialog.tsx';
import { TransferDialog } from './dialog/TransferDialog.tsx';
import type { DeskDialog } from '../dialogSlot.ts';

export interface WarnDialogProps {
  detail: WarnDetail;
  dialog: DeskDialog;
  /** Nearby responder preselected for a new dispatch. */
  sendTo: NearbyHelp | null;
  closing: CloseDraft;
  run: RunAction;
  onClosing: (draft: CloseDraft) => void;
  onClosed: () => void;
  onClose: () => void;
}

/** Dialog that is open over the warn. */
export default function ActiveDialog({
  detail,
  dialog,
  sendTo,
  closing,
  run,
  onClosing,
  onClosed,
  onClose,
}: WarnDialogProps) {
  const basics = { detail, run, onClose };
  if (dialog === 'close') return <CloseDialog {...basics} draft={closing} onDraft={onClosing} onClosed={onClosed} />;
  if (dialog === 'false') return <FalseDialog {...basics} />;
  if (dialog === 'acceptFalse' || dialog === 'refuseFalse')
    return <AnswerFalseDialog {...basics} accept={dialog === 'acceptFalse'} />;
  if (dialog === 'dispatch') return <DispatchDialog {...basics} to={sendTo} />;
  if (dialog === 'emergency') return <EmergencyDialog {...basics} />;
  if (dialog === 'transfer') return <TransferDialog {...basics} />;
  if (dialog === 'followUp') return <FollowUpDialog {...basics} />;
  return null;
}
