/** Why there are no rows, with the message shown instead. */
export type Problem = { kind: 'refused' | 'thrown'; msg: string; traceId?: string; at: number };

export type RowsState<Row> = {
  rows: readonly Row[];
  count: number;
  /** Number of rows before the first row here. */
  offset: number;
  /** Nothing was ever shown: skeleton instead of overlay. */
  neverLoaded: boolean;
  loading: boolean;
  /** The running request keeps the scroll position: no overlay. */
  quiet: boolean;
  problem?: Problem;
  /** A quiet reload failed: the rows are old. */
  stale?: Problem;
  /** When the rows were read and how long that took, both ms. */
  at?: number;
  tookMs?: number;
};

/** Returns the state before the first answer. */
export function emptyRows<Row>(): RowsState<Row> {
  return { rows: [], count: 0, offset: 0, neverLoaded: true, loading: true, quiet: false };
}

/** Returns the state after a request starts. */
export function started<Row>(state: RowsState<Row>, quiet: boolean): RowsState<Row> {
  return { ...state, loading: true, quiet: quiet && !state.neverLoaded };
}

/** Returns the state after code 0 (specification section 4) with rows and total. */
export function answered<Row>(
  rows: readonly Row[],
  count: number,
  when: { offset: number; at: number; tookMs: number },
): RowsState<Row> {
  return { rows, count, neverLoaded: false, loading: false, quiet: false, ...when };
}

/**
 * Returns the state after a code other than 0 or a thrown error: without rows and total, unless a quiet request failed.
 */
export function failed<Row>(state: RowsState<Row>, problem: Problem): RowsState<Row> {
  if (state.quiet && !state.problem && problem.kind === 'thrown') {
    return { ...state, loading: false, quiet: false, stale: problem };
  }
  return { rows: [], count: 0, offset: 0, neverLoaded: false, loading: false, quiet: false, problem };
}

/** Replaces a row with its newer version. */
export function patched<Row extends { id: string }>(state: RowsState<Row>, row: Row): RowsState<Row> {
  return { ...state, rows: state.rows.map((old) => (old.id === row.id ? row : old)) };
}

/** Removes a row and lowers the total. */
export function removed<Row extends { id: string }>(state: RowsState<Row>, id: string): RowsState<Row> {
  const rows = state.rows.filter((row) => row.id !== id);
  return { ...state, rows, count: state.count - (state.rows.length - rows.length) };
}
