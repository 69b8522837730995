import type { OutputOf } from '#shared/endpoint.ts';
import { missing } from '#web/data/format.ts';
import type { logApi } from '../contract.ts';
import { logResults } from '../contract.ts';

export type LogRow = OutputOf<typeof logApi.getEquipmentLogList>;

/** Difference of the two times that does not count as a delay, s. */
const slight = 5;
/** Delay that is highlighted, s. */
const long = 300;

/** Shows the seconds between device time and reception. */
export function Delay({ delay }: Pick<LogRow, 'delay'>) {
  if (delay === null) return missing;
  return (
    <span className={Math.abs(delay) > long ? 'log-late font-bold' : undefined}>
      {delay.toFixed(delay < slight ? 1 : 0)}
    </span>
  );
}

/** Shows the result of a message as a label. */
export function Result({ row: { result, late, error } }: { row: LogRow }) {
  const label = late && result === 'ok' ? '补传' : logResults[result];
  const isPlain = label === logResults.ok || label === logResults.sent;
  return (
    <span className={isPlain ? undefined : 'log-late'} title={error ?? undefined}>
      {label}
    </span>
  );
}
