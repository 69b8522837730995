import { useCallback, useEffect, useMemo, useState } from 'react';
import { type DepartmentNode, userApi } from '#features/user/contract.ts';
import type { WarnRow } from '#features/warn/web/service.ts';
import { callApi } from '#web/api/request.ts';
import { useSession } from '#web/api/session.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import type { Option, TreeOption } from '#web/table/types.ts';

function treeOf(nodes: readonly DepartmentNode[]): TreeOption[] {
  return nodes.map(({ id, name, children }) => ({ value: id, title: name, children: treeOf(children) }));
}

/** Returns the departments in scope; empty until the server answers. */
export function useDepartments(): readonly TreeOption[] {
  const [tree, setTree] = useState<readonly TreeOption[]>([]);
  useEffect(() => {
    const control = new AbortController();
    callApi(userApi.getUserDepartmentTree, {}, { signal: control.signal }).then(
      (nodes) => setTree(treeOf(nodes)),
      () => undefined,
    );
    return () => control.abort();
  }, []);
  return tree;
}

type Names = Readonly<Record<string, string>>;

/** Adds the names of further rows by id; returns the same object if there is none new. */
function withRowNames(previous: Names, rows: readonly WarnRow[], of: 'handler' | 'customer'): Names {
  const added = rows.flatMap((row): [string, string][] => {
    const id = row[`${of}Id`];
    return id === null || id in previous ? [] : [[id, row[`${of}Name`] ?? '未知']];
  });
  return added.length === 0 ? previous : { ...previous, ...Object.fromEntries(added) };
}

interface NameOptions {
  /** The user, and handlers of rows shown so far. */
  handlers: readonly Option[];
  /** Customers of rows shown so far. */
  customers: readonly Option[];
  noteRows: (rows: readonly WarnRow[]) => void;
}

/** Returns the handlers and customers for the filters. */
export function useNameOptions(): NameOptions {
  const { user } = useSession();
  const [handlers, setHandlers] = useState<Names>({});
  const [customers, setCustomers] = useState<Names>({});
  const noteRows = useCallback((rows: readonly WarnRow[]) => {
    setHandlers((previous) => withRowNames(previous, rows, 'handler'));
    setCustomers((previous) => withRowNames(previous, rows, 'customer'));
  }, []);
  const id = user?.id;
  const name = user?.name;
  return useMemo(() => {
    const me = id === undefined ? [] : [{ value: id, label: `${name}（我）` }];
    const others = optionsOf(handlers).filter(({ value }) => value !== id);
    return { handlers: [...me, ...others], customers: optionsOf(customers), noteRows };
  }, [handlers, customers, noteRows, id, name]);
}
