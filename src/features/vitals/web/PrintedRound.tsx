import { consciousnesses } from '#shared/health/codeWords.ts';
import { session } from '#web/api/session.ts';
import { now } from '#web/core/now.ts';
import { fullTime } from '#web/data/format.ts';
import { PrintedSheet } from '#web/table/sheet/PrintedSheet.tsx';
import { allColumns } from './columns.ts';
import { headsOf } from './RoundSheet.tsx';
import type { RoundRow } from './roundRows.ts';

/** What the letters of 意识 mean. */
const acvpu = `意识 ${[...'ACVPU'].map((letter, code) => `${letter} ${consciousnesses[code]}`).join(' · ')}`;

interface Props {
  rows: readonly RoundRow[];
  /** Department and floors. */
  place: string;
  onClose: () => void;
}

/** The empty sheet of a round on A4, with who printed it and when on each page. */
export default function PrintedRound({ rows, place, onClose }: Props) {
  return (
    <PrintedSheet
      title="体征批量录入表"
      head={
        <>
          <span>{place}</span>
          <span>共 {rows.length} 位</span>
          <span>测量时间 ______年____月____日 ____:____</span>
          <span>测量人 ______________</span>
        </>
      }
      foot={`${acvpu}。${session().user?.name ?? ''} 打印于 ${fullTime(new Date(now()).toISOString())}`}
      rows={rows}
      heads={headsOf(rows)}
      columns={allColumns}
      onClose={onClose}
    />
  );
}
