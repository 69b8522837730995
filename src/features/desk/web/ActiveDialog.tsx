import type { NearbyHelp, WarnDetail } from '#features/warn/web/types.ts';
import type { RunAction } from '#features/warn/web/useAction.ts';
import type { CloseDraft } from '#features/closing/web/closeForm.ts';
import { AnswerFalseDialog } from '#features/closing/web/AnswerFalseDialog.tsx';
import { CloseDialog } from '#features/closing/web/CloseDialog.tsx';
import { DispatchDialog } from '#features/dispatch/web/DispatchDialog.tsx';
import { EmergencyDialog } from '#features/phoneCall/web/EmergencyDialog.tsx';
import { FalseDialog } from '#features/closing/web/FalseDialog.tsx';
import { FollowUpDialog } from '#features/followUp/web/FollowUpDialog.tsx';
import { TransferDialog } from './TransferDialog.tsx';
import type { DeskDialog } from '#features/warn/web/dialogSlot.ts';

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
