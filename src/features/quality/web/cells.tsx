import { type sample, sampleStates } from '#features/quality/contract.ts';
import type { Static } from '#shared/typebox.ts';
import type { Cells } from '#web/crud/columns.tsx';
import { missing } from '#web/data/format.ts';

export type SampleRow = Static<(typeof sample)['row']>;

/** Verdict as coloured label: returned and waiting samples are highlighted. */
export function Verdict({ state }: Pick<SampleRow, 'state'>) {
  return (
    <span
      className={
        state === 'returned' ? 'text-level1-text font-bold' : state === 'waiting' ? 'font-bold' : 'text-success'
      }
    >
      {sampleStates[state]}
    </span>
  );
}

/** Cells that differ from the plain values. */
export const cells: Cells<SampleRow> = {
  warnNo: ({ warnId, warnNo }) => (
    <a className="text-text mono" href={`#/warn/sos?tab=done&id=${warnId}`}>
      {warnNo}
    </a>
  ),
  state: (row) => <Verdict {...row} />,
  total: ({ total }) => (total === null ? missing : `${total} 分`),
};
