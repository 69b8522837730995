import { type RefObject, useEffect, useRef } from 'react';
import { callTableApi } from '#web/api/request.ts';
import { useScreen } from '#web/screen/screen.ts';
import type { DataTableHandle } from '#web/table/types.ts';
import { logApi } from '../contract.ts';
import type { LogRow } from './cells.tsx';

/** Poll interval, ms. */
const pollMs = 2000;
/** Overlap with the newest row, ms: a message stored earlier may become visible later. */
const overlap = 10_000;

export interface Tail {
  on: boolean;
  toggle: () => void;
  /** Reason why the tail is unavailable. */
  blocked: string | undefined;
}

/** Live tail of one device: polls every 2 s for newly stored messages, and reloads the rows in place. */
export function useTail(table: RefObject<DataTableHandle<LogRow> | null>, rows: readonly LogRow[]): Tail {
  const { query, setQuery, active } = useScreen();
  const isOne = Boolean(query.get('sn') ?? query.get('equipmentId'));
  const isFirst = (query.get('page') ?? '1') === '1';
  const blocked = !isOne ? '先选定一台设备' : !isFirst ? '回到第一页再跟踪' : undefined;
  const on = query.get('tail') === '1' && blocked === undefined;
  const shownRows = useRef(rows);
  shownRows.current = rows;
  useEffect(() => {
    if (!on || !active) return;
    const leaving = new AbortController();
    const poll = async () => {
      const newest = Math.max(
        Date.now() - 60_000,
        ...shownRows.current.map(({ committedAt }) => Date.parse(committedAt)),
      );
      const input = { ...table.current?.input(), page: 1, limit: 50 };
      const committedFrom = new Date(newest - overlap).toISOString();
      try {
        const { rows: latest } = await callTableApi(
          logApi.getEquipmentLogList,
          { ...input, committedFrom },
          { signal: leaving.signal },
        );
        const shownIds = new Set(shownRows.current.map(({ id }) => id));
        if (latest.some(({ id }) => !shownIds.has(id))) table.current?.reload({ keepPlace: true });
      } catch {
        // The next poll tries again.
      }
    };
    const timer = setInterval(() => void poll(), pollMs);
    return () => {
      clearInterval(timer);
      leaving.abort();
    };
  }, [on, active, table]);
  return { on, blocked, toggle: () => setQuery({ tail: on ? null : '1' }) };
}
