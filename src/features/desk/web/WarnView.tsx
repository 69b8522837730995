import { useState } from 'react';
import { can, useSession } from '#web/api/session.ts';
import { useScreen } from '#web/screen/screen.ts';
import { useOverlayClose } from '#web/shell/overlay.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Strip } from '#web/ui/Strip.tsx';
import { accessTo } from '#features/warn/web/access.ts';
import type { NearbyHelp, WarnDetail } from '#features/warn/web/types.ts';
import { useAction } from '#features/warn/web/useAction.ts';
import { useWarnDraft } from '#features/warn/web/useWarnDraft.ts';
import { CallList } from '#features/phoneCall/web/CallList.tsx';
import { CustomerCard } from './customer/CustomerCard.tsx';
import { type CloseDraft, missingToClose } from '#features/closing/web/closeForm.ts';
import { DeviceRows } from './DeviceRows.tsx';
import { DispatchList } from '#features/dispatch/web/DispatchList.tsx';
import { release, reopen } from './prompts.ts';
import { FalseRequestPanel } from '#features/closing/web/FalseRequestPanel.tsx';
import { NotificationList } from './timeline/NotificationList.tsx';
import { PlanList } from './PlanList.tsx';
import { PrintSheet } from './print/PrintSheet.tsx';
import { Timeline } from './timeline/Timeline.tsx';
import { useWarnKeys } from './useDeskKeys.ts';
import { useLocated } from '#features/warnTrack/web/useLocated.ts';
import { usePhoneCall } from '#features/phoneCall/web/usePhoneCall.ts';
import { useReceipt } from './useReceipt.ts';
import { WarnDialogs } from './WarnDialogs.tsx';
import { WarnFooter } from './WarnFooter.tsx';
import type { DeskDialog } from '#features/warn/web/dialogSlot.ts';
import { WarnHeader } from './WarnHeader.tsx';
import { WarnMap } from '#features/warnTrack/web/WarnMap.tsx';

interface Props {
  detail: WarnDetail;
  /** Problem of the last refresh: the shown detail may be outdated. */
  stale: string | null;
  reload: () => void;
  onClaim: () => void;
  /** Called with the unmasked detail after a reveal. */
  onReveal: (detail: WarnDetail) => void;
}

/** Dials the next contact by clicking its link, so that key and click have one code path. */
function dialNext(): void {
  document.querySelector<HTMLAnchorElement>('.desk a[data-next-call]')?.click();
}

/** Warn from call to close: header, customer, position and help, calls and timeline, actions. */
export function WarnView({ detail, stale, reload, onClaim, onReveal }: Props) {
  const { active, query, setQuery } = useScreen();
  const userId = useSession().user?.id ?? null;
  const access = accessTo(detail, userId, can);
  const run = useAction(detail, reload);
  const place = useLocated(detail, access, active, run);
  const line = usePhoneCall(detail, userId, run);
  useReceipt(detail, userId, active);
  const [closing, setClosing, dropClosing] = useWarnDraft<CloseDraft>(detail, 'close', {});
  const [dialog, setDialog] = useState<DeskDialog | null>(null);
  useOverlayClose(() => setDialog(null));
  const [sendTo, setSendTo] = useState<NearbyHelp | null>(null);
  const [noting, setNoting] = useState(false);
  const lacks = missingToClose(detail, closing);
  const printing = query.get('print') === '1';

  const openDialog = (next: DeskDialog, to: NearbyHelp | null = null) => {
    setSendTo(to);
    setDialog(next);
  };
  const free = active && dialog === null && !printing;
  useWarnKeys(free, {
    dial: dialNext,
    close: () => access.handle && openDialog('close'),
    note: () => access.assist && setNoting(true),
  });

  return (
    <>
      <WarnHeader detail={detail} userId={userId} dialledAt={line.running?.startedAt ?? null} />
      {stale !== null && (
        <Strip tone="warn" className="f14" role="status">
          {stale}。下面的资料可能不是最新的。
          <LinkButton onClick={reload}>重试</LinkButton>
        </Strip>
      )}
      <FalseRequestPanel detail={detail} onDialog={openDialog} />
      <div className="case-body in-grid fill low">
        <CustomerCard detail={detail} onReveal={onReveal} />
        <div className="desk-middle slim low scroll-y line-right">
          <WarnMap access={access} place={place} />
          <DeviceRows detail={place.detail} />
          <PlanList detail={detail} disabled={!access.assist} run={run} />
          <DispatchList
            detail={detail}
            disabled={!access.assist}
            reason={access.reason}
            run={run}
            onDispatch={(to) => openDialog('dispatch', to)}
          />
          <NotificationList detail={detail} />
        </div>
        <div className="desk-calls slim low scroll-y">
          <CallList detail={detail} disabled={!access.call} reason={access.reason} line={line} active={free} />
          <Timeline detail={detail} canNote={access.assist} run={run} noting={noting} onNoting={setNoting} />
        </div>
      </div>
      <WarnFooter
        detail={detail}
        access={access}
        lacks={lacks}
        onClaim={onClaim}
        onDialog={openDialog}
        onRelease={() => void release(detail, run)}
        onReopen={() => void reopen(detail, run)}
        onPrint={() => setQuery({ print: '1' })}
      />
      <WarnDialogs
        detail={detail}
        dialog={dialog}
        sendTo={sendTo}
        closing={closing}
        run={run}
        onClosing={setClosing}
        onClosed={dropClosing}
        onClose={() => setDialog(null)}
      />
      {printing && <PrintSheet detail={detail} onClose={() => setQuery({ print: null })} />}
    </>
  );
}
