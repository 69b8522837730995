import { useCallback, useEffect, useState } from 'react';
import { type DepartmentNode, userApi } from '#features/user/contract.ts';
import { call } from '#web/call/request.ts';
import { useSession } from '#web/call/session.ts';
import type { Option, TreeOption } from '#web/table/types.ts';
import type { WarnRow } from '../desk/types.ts';

function treeOf(nodes: readonly DepartmentNode[]): TreeOption[] {
  return nodes.map(({ id, name, children }) => ({ value: id, title: name, children: treeOf(children) }));
}

/** The departments in scope; empty until, or unless, the server answers. */
export function useDepartments(): readonly TreeOption[] {
  const [tree, setTree] = useState<readonly TreeOption[]>([]);
  useEffect(() => {
    const control = new AbortController();
    call(userApi.getUserDepartmentTree, {}, { signal: control.signal }).then(
      (nodes) => setTree(treeOf(nodes)),
      () => undefined,
    );
    return () => control.abort();
  }, []);
  return tree;
}

/** The handlers to choose from: oneself, and whoever handled a row that was shown. */
export function useHandlers(): { handlers: readonly Option[]; noteRows: (rows: readonly WarnRow[]) => void } {
  const { user } = useSession();
  const [seen, setSeen] = useState<Readonly<Record<string, string>>>({});
  const noteRows = useCallback((rows: readonly WarnRow[]) => {
    setSeen((before) => {
      const found = rows.filter(({ handlerId }) => handlerId !== null && !(handlerId in before));
      if (found.length === 0) return before;
      return { ...before, ...Object.fromEntries(found.map((row) => [row.handlerId, row.handlerName ?? '未知'])) };
    });
  }, []);
  const others = Object.entries(seen).filter(([id]) => id !== user?.id);
  const me = user ? [{ value: user.id, label: `${user.name}（我）` }] : [];
  return { handlers: [...me, ...others.map(([value, label]) => ({ value, label }))], noteRows };
}
