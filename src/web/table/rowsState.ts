/** Why there are no rows, in the words that stand in their place. */
export type Problem = { kind: 'refused' | 'thrown'; msg: string; traceId?: string; at: number };

export type RowsState<Row> = {
  rows: readonly Row[];
  count: number;
  /** Rows of the list before the first one here. */
  offset: number;
  /** Nothing has ever been shown: skeleton instead of a veil. */
  neverLoaded: boolean;
  loading: boolean;
  /** The request under way keeps the place: no veil. */
  quiet: boolean;
  problem?: Problem;
  /** A quiet reload failed: the rows are old. */
  stale?: Problem;
  /** When the rows were read and how long that took, both ms. */
  at?: number;
  tookMs?: number;
};

/** Before the first answer. */
export function emptyRows<Row>(): RowsState<Row> {
  return { rows: [], count: 0, offset: 0, neverLoaded: true, loading: true, quiet: false };
}

/** A request leaves. */
export function started<Row>(state: RowsState<Row>, quiet: boolean): RowsState<Row> {
  return { ...state, loading: true, quiet: quiet && !state.neverLoaded };
}

/** Code 0 (specification section 4): rows and total. */
export function answered<Row>(
  rows: readonly Row[],
  count: number,
  when: { offset: number; at: number; tookMs: number },
): RowsState<Row> {
  return { rows, count, neverLoaded: false, loading: false, quiet: false, ...when };
}

/** A code other than 0 or a thrown error: rows and total are cleared, unless the request kept the place. */
export function failed<Row>(state: RowsState<Row>, problem: Problem): RowsState<Row> {
  if (state.quiet && !state.problem && problem.kind === 'thrown') {
    return { ...state, loading: false, quiet: false, stale: problem };
  }
  return { rows: [], count: 0, offset: 0, neverLoaded: false, loading: false, quiet: false, problem };
}

/** A newer version of a row in its place. */
export function patched<Row extends { id: string }>(state: RowsState<Row>, row: Row): RowsState<Row> {
  return { ...state, rows: state.rows.map((old) => (old.id === row.id ? row : old)) };
}

/** Without a row, and the total lower by it. */
export function removed<Row extends { id: string }>(state: RowsState<Row>, id: string): RowsState<Row> {
  const rows = state.rows.filter((row) => row.id !== id);
  return { ...state, rows, count: state.count - (state.rows.length - rows.length) };
}
