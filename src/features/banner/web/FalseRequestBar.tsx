import { ShieldQuestion } from 'lucide-react';
import { useLocation } from 'react-router';
import { subjectName, useOpenWarn, useOpenWarns } from '#features/warn/web/service.ts';
import { useNow } from '#web/core/now.ts';
import { waiting } from '#web/data/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { Strip } from '#web/ui/Strip.tsx';

/** Page that lists every request with its answers. */
const seatBoard = '/warn/sos/seat';

/** Shows leaders the oldest 误报 request on every screen; hidden where the open warn or the seat board shows it. */
export function FalseRequestBar() {
  const now = useNow(1000);
  const openWarn = useOpenWarn();
  const { pathname, search } = useLocation();
  const shown = pathname === '/warn/sos' ? new URLSearchParams(search).get('id') : null;
  const requests = useOpenWarns()
    .flatMap((row) => (row.falseAsked === null || row.id === shown ? [] : [{ row, at: row.falseAsked.at }]))
    .sort((a, b) => a.at.localeCompare(b.at));
  const first = requests[0];
  if (!first || pathname === seatBoard) return null;
  return (
    <Strip tone="warn" className="asked-bar gap-2.5 text-sm" role="status">
      <ShieldQuestion size={16} aria-hidden="true" />
      <b>误报申请 {requests.length} 条</b>
      <span>
        {subjectName(first.row)} · {first.row.falseAsked?.userName}
        <span aria-hidden="true"> · 已等 {waiting(now - Date.parse(first.at))}</span>
      </span>
      <Button className="ml-auto h-7" onClick={() => openWarn(first.row.id)}>
        去核实
      </Button>
    </Strip>
  );
}
