import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Endpoint } from '#shared/endpoint.ts';
import { ApiError, callTableApi } from '#web/api/request.ts';
import { texts } from '#web/core/texts.ts';
import { toast } from '#web/message/message.tsx';
import { useScreen } from '#web/screen/screen.ts';
import { createLoader } from './loader.ts';
import { decodeQuery, defaultLimit, encodeQuery, type ListQuery, toInput } from './query.ts';
import { answered, emptyRows, failed, type Problem, patched, type RowsState, removed, started } from './rowsState.ts';
import type { DataTableProps, RowOf } from './types.ts';

type ListRequest = { query: ListQuery; mode: Exclude<ReloadMode, 'typed'> };

/**
 * `now`: at once with an overlay; `refresh`: like `now`, with a toast when done; `typed`: after typing; `quiet`: keeps
 * the scroll position.
 */
export type ReloadMode = 'now' | 'refresh' | 'typed' | 'quiet';

function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) {
    const kind = error.status > 0 && error.status < 500 ? 'refused' : 'thrown';
    return { kind, msg: error.msg || texts.serverFault, traceId: error.traceId, at: Date.now() };
  }
  return { kind: 'thrown', msg: (error instanceof Error && error.message) || texts.serverFault, at: Date.now() };
}

/**
 * Holds the query, synchronized with the URL, and its rows.
 * @param limit page size of the account's setting, used if the URL has none
 */
export function useList<E extends Endpoint>(props: DataTableProps<E>, limit: number) {
  type Row = RowOf<E>;
  const screen = useScreen();
  const latest = useRef({ props, screen });
  latest.current = { props, screen };
  const filters = props.filters ?? [];
  const sort = props.defaultSort ?? [];

  const [query, setQuery] = useState(() => decodeQuery(screen.query, filters, { limit, sort }));
  const currentQuery = useRef(query);
  /** URLs written by this table that have not come back yet. */
  const written = useRef(new Set<string>());
  const requests = useRef(0);
  const [state, setState] = useState<RowsState<Row>>(emptyRows);

  const addressOf = useCallback((next: ListQuery) => {
    const { props: now } = latest.current;
    return encodeQuery(next, now.filters ?? [], { limit: defaultLimit, sort: now.defaultSort ?? [] });
  }, []);

  const inputOf = useCallback((next: ListQuery) => {
    const { props: now } = latest.current;
    return toInput(next, now.filters ?? [], now.params as Record<string, unknown> | undefined);
  }, []);

  const loader = useMemo(() => {
    const tell = (waiting: boolean) =>
      latest.current.props.onRequest?.({ input: inputOf(currentQuery.current), number: requests.current, waiting });
    const created = createLoader<ListRequest, { rows: Row[]; count: number }>({
      run: ({ query: next }, signal) => {
        const { endpoint, bare } = latest.current.props;
        // A table inside another screen is not the screen's own call.
        const first = requests.current <= 1 && !bare ? latest.current.screen.path : undefined;
        return callTableApi(endpoint, inputOf(next), { signal, first }) as Promise<{ rows: Row[]; count: number }>;
      },
      started: ({ query: next, mode }) => {
        requests.current += 1;
        tell(false);
        const address = addressOf(next);
        const { query: addressQuery, setQuery: write } = latest.current.screen;
        if (Object.entries(address).some(([name, value]) => addressQuery.get(name) !== value)) {
          written.current.add(JSON.stringify(address));
          write(address);
        }
        setState((now) => started(now, mode === 'quiet'));
      },
      settled: (result) => {
        if ('error' in result) {
          setState((now) => failed(now, problemOf(result.error)));
          return;
        }
        const { rows, count } = result.value;
        const { query: addressQuery, mode } = result.input;
        const { page, limit: size } = addressQuery;
        const last = Math.ceil(count / size);
        if (rows.length === 0 && last > 0 && page > last) {
          // An old URL, or the rows are gone since: loads the last page instead.
          const next = { ...addressQuery, page: last };
          currentQuery.current = next;
          setQuery(next);
          created.now({ query: next, mode });
          return;
        }
        setState(answered(rows, count, { offset: (page - 1) * size, at: Date.now(), tookMs: result.tookMs }));
        latest.current.props.onLoaded?.(rows, count);
        if (mode === 'refresh') {
          toast.success(texts.refreshed);
        }
      },
      waiting: tell,
    });
    return created;
  }, [addressOf, inputOf]);

  const change = useCallback(
    (patch: Partial<ListQuery>, mode: ReloadMode = 'now') => {
      const next = { ...currentQuery.current, page: 1, ...patch };
      currentQuery.current = next;
      setQuery(next);
      if (mode === 'typed') {
        loader.later({ query: next, mode: 'now' });
      } else {
        loader.now({ query: next, mode });
      }
    },
    [loader],
  );

  const reload = useCallback((mode: ReloadMode = 'now') => change({ page: currentQuery.current.page }, mode), [change]);

  const paramsText = JSON.stringify(props.params ?? {});
  const paramsBefore = useRef(paramsText);
  useEffect(() => {
    const changed = paramsBefore.current !== paramsText;
    paramsBefore.current = paramsText;
    change({ page: changed ? 1 : currentQuery.current.page });
    return loader.stop;
  }, [paramsText, change, loader]);

  const limitBefore = useRef(limit);
  // The URL was changed from outside (a link, the back button): adopt it.
  const address = screen.query.toString();
  useEffect(() => {
    const { props: now } = latest.current;
    const defaults = { limit: limitBefore.current, sort: now.defaultSort ?? [] };
    const addressQuery = decodeQuery(new URLSearchParams(address), now.filters ?? [], defaults);
    const text = JSON.stringify(addressOf(addressQuery));
    if (text === JSON.stringify(addressOf(currentQuery.current))) {
      written.current.clear();
    } else if (!written.current.has(text)) {
      change(addressQuery);
    }
  }, [address, addressOf, change]);

  // The account's page size arrives after the first request.
  useEffect(() => {
    if (limitBefore.current !== limit && currentQuery.current.limit === limitBefore.current) {
      change({ limit });
    }
    limitBefore.current = limit;
  }, [limit, change]);

  const patch = useCallback((row: Row) => setState((now) => patched(now, row)), []);
  const remove = useCallback((id: string) => setState((now) => removed(now, id)), []);
  const input = useCallback(() => inputOf(currentQuery.current), [inputOf]);
  return { query, state, change, reload, patch, remove, input };
}
