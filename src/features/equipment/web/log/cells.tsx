import type { OutputOf } from '#shared/endpoint.ts';
import { missing } from '#web/data/format.ts';
import { logResults } from '../../contract/log.ts';
import type { equipmentApi } from '../../contract.ts';

export type LogRow = OutputOf<typeof equipmentApi.getEquipmentLogList>;

/** A delay that is none: the two times differ by less than this, s. */
const slight = 5;
/** One that catches the eye, s. */
const long = 300;

/** Seconds between the device's time and reception. */
export function Delay({ delay }: Pick<LogRow, 'delay'>) {
  if (delay === null) return missing;
  return (
    <span className={Math.abs(delay) > long ? 'log-late bold' : undefined}>
      {delay.toFixed(delay < slight ? 1 : 0)}
    </span>
  );
}

/** What came of a message, in a word. */
export function Result({ row: { result, late, error } }: { row: LogRow }) {
  const label = late && result === 'ok' ? '补传' : logResults[result];
  const isPlain = label === logResults.ok || label === logResults.sent;
  return (
    <span className={isPlain ? undefined : 'log-late'} title={error ?? undefined}>
      {label}
    </span>
  );
}
