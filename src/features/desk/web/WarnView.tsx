import { useState } from 'react';
import { type CloseDraft, FalseRequestPanel, missingToClose } from '#features/closing/web/service.ts';
import { DispatchList } from '#features/dispatch/web/service.ts';
import { CallList, usePhoneCall } from '#features/phoneCall/web/service.ts';
import {
  accessTo,
  type DeskDialog,
  type NearbyHelp,
  useAction,
  useWarnDraft,
  type WarnDetail,
} from '#features/warn/web/service.ts';
import { useLocated, WarnMap } from '#features/warnTrack/web/service.ts';
import { can, useSession } from '#web/api/session.ts';
import { Slots } from '#web/screen/Slots.tsx';
import { useScreen } from '#web/screen/screen.ts';
import { useOverlayClose } from '#web/shell/overlay.ts';
import { Button } from '#web/ui/Button.tsx';
import { Strip } from '#web/ui/Strip.tsx';
import { CustomerCard } from './customer/CustomerCard.tsx';
import { DeviceRows } from './DeviceRows.tsx';
import { PlanList } from './PlanList.tsx';
import { PrintSheet } from './print/PrintSheet.tsx';
import { release, reopen } from './prompts.ts';
import { isSearched } from './searched.ts';
import { NotificationList } from './timeline/NotificationList.tsx';
import { Timeline } from './timeline/Timeline.tsx';
import { useWarnKeys } from './useDeskKeys.ts';
import { useReceipt } from './useReceipt.ts';
import { WarnDialogs } from './WarnDialogs.tsx';
import { WarnFooter } from './WarnFooter.tsx';
import { WarnHeader } from './WarnHeader.tsx';

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
        <Strip tone="warn" className="text-sm" role="status">
          {stale}。下面的资料可能不是最新的。
          <Button kind="link" onClick={reload}>
            重试
          </Button>
        </Strip>
      )}
      <FalseRequestPanel detail={detail} onDialog={openDialog} />
      <div className="case-body grid flex-1 min-h-0">
        <CustomerCard detail={detail} onReveal={onReveal} />
        <div className="desk-middle min-w-0 min-h-0 overflow-y-auto border-r border-line">
          <Slots name="warnLost" props={{ detail, onChanged: reload }} />
          <WarnMap access={access} place={place} drawn={!isSearched(detail)} />
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
        <div className="desk-calls min-w-0 min-h-0 overflow-y-auto">
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
