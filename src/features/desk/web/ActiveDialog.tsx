import { AnswerFalseDialog, CloseDialog, type CloseDraft, FalseDialog } from '#features/closing/web/service.ts';
import { DispatchDialog } from '#features/dispatch/web/service.ts';
import { FollowUpDialog } from '#features/followUp/web/service.ts';
import { EmergencyDialog } from '#features/phoneCall/web/service.ts';
import type { DeskDialog, NearbyHelp, RunAction, WarnDetail } from '#features/warn/web/service.ts';
import { TransferDialog } from './TransferDialog.tsx';

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
