import type { DeskDialog, WarnDetail } from '#features/warn/web/service.ts';
import { can } from '#web/api/session.ts';
import { useNow } from '#web/core/now.ts';
import { falseReasons } from '#web/data/codeLabels.ts';
import { waiting } from '#web/data/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { Strip } from '#web/ui/Strip.tsx';
import './falseRequest.css';

/** 误报 request above the warn: requester and reason; leaders answer it, other users see that it is pending. */
export function FalseRequestPanel({
  detail,
  onDialog,
}: {
  detail: WarnDetail;
  onDialog: (dialog: DeskDialog) => void;
}) {
  const now = useNow(1000);
  const request = detail.falseAsked;
  if (request === null) return null;
  return (
    <Strip as="section" tone="warn" className="asked-panel max-md:flex-wrap gap-2.5 text-sm" aria-label="误报申请">
      <p className="flex flex-1 max-md:min-w-0 max-md:flex-[1_1_100%] flex-wrap gap-x-3 min-w-0 wrap-anywhere">
        <b>
          {request.userName} 请班长核实误报：{falseReasons[request.reason]}
        </b>
        {request.note !== null && <span>{request.note}</span>}
        <span className="font-normal">
          已等 <span aria-hidden="true">{waiting(now - Date.parse(request.at))}</span>，答复之前告警照常等待和升级
        </span>
      </p>
      {can('warn:judge') && (
        <>
          <Button onClick={() => onDialog('refuseFalse')}>不同意…</Button>
          <Button kind="primary" onClick={() => onDialog('acceptFalse')}>
            同意误报…
          </Button>
        </>
      )}
    </Strip>
  );
}
