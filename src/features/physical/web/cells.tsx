import type { OutputOf } from '#shared/endpoint.ts';
import { missing } from '#web/data/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { type physicalApi, physicalStatuses } from '../contract.ts';

export type PhysicalRow = OutputOf<typeof physicalApi.getPhysicalList>;
type Status = PhysicalRow['status'];

const tones = { draft: 'info', done: 'warn' } as const;

/** State of an examination; what still asks for work has a colour. */
export function StatusBadge({ status }: { status: Status }) {
  const tone = status in tones ? tones[status as keyof typeof tones] : undefined;
  return <Badge {...(tone && { tone })}>{physicalStatuses[status]}</Badge>;
}

/** Number of abnormal items with their names. */
export function Abnormal({ abnormal, abnormalItems }: Pick<PhysicalRow, 'abnormal' | 'abnormalItems'>) {
  if (abnormal === 0) return <span className="text-text2">无</span>;
  const labels = abnormalItems.map(({ label }) => label).join('、');
  return (
    <span title={labels}>
      <b className="text-level2-text">{abnormal} 项</b> <span className="text-text2">{labels}</span>
    </span>
  );
}

/** Returns 24.7; 「—」 without a value. */
export const oneDecimal = (value: number | null): string => (value === null ? missing : value.toFixed(1));

/** Returns 148/86; 「—」 where none was measured. */
export const pressureText = (pressure: PhysicalRow['pressure']): string =>
  pressure === null ? missing : `${Math.round(pressure.systolic)}/${Math.round(pressure.diastolic)}`;
