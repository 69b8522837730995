import { useEffect, useRef, useState } from 'react';
import { deskApi } from '#features/desk/contract.ts';
import type { WarnDetail } from '#features/warn/web/service.ts';
import { callApi } from '#web/api/request.ts';

function useShown(): boolean {
  const [shown, setShown] = useState(!document.hidden);
  useEffect(() => {
    const look = () => setShown(!document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return shown;
}

/** Returns the steps reported by link that no handler's page has shown yet. */
export function unseenReports({ steps }: Pick<WarnDetail, 'steps'>): string[] {
  return steps.flatMap(({ id, data }) => (data.linkId !== undefined && data.seenAt === undefined ? [id] : []));
}

/** Reports once to the server which link reports the handler's page has shown; the reporter's page displays it. */
export function useReceipt(detail: WarnDetail, userId: string | null, active: boolean): void {
  const confirmed = useRef(new Set<string>());
  const shown = useShown() && active && detail.status === 'handling' && detail.handlerId === userId;
  useEffect(() => {
    if (!shown) return;
    const stepIds = unseenReports(detail)
      .filter((id) => !confirmed.current.has(id))
      .slice(0, 50);
    if (stepIds.length === 0) return;
    for (const id of stepIds) confirmed.current.add(id);
    callApi(deskApi.confirmWarnReport, { id: detail.id, stepIds }).catch(() => {
      for (const id of stepIds) confirmed.current.delete(id);
    });
  }, [detail, shown]);
}
