import { PrintPage } from '#web/screen/PrintPage.tsx';
import { personText } from '../personText.ts';
import { PaperBar, PaperFoot, paperName } from '../print/paperParts.tsx';
import type { PhysicalRecord } from '../record.ts';
import { YearsTable } from './YearsTable.tsx';
import '../print/paper.css';

interface Props extends Pick<Parameters<typeof YearsTable>[0], 'columns' | 'groups'> {
  record: PhysicalRecord;
  onClose: () => void;
}

/** Columns that A4 across holds. */
const maxColumns = 6;

/** The comparison on A4, across: the newest examinations. */
export default function YearsPaper({ record, columns, groups, onClose }: Props) {
  const name = paperName(record.customerName);
  const shown = columns.slice(-maxColumns);
  const cut = groups.map((group) => ({
    ...group,
    rows: group.rows.map((row) => ({ ...row, cells: row.cells.slice(-maxColumns) })),
  }));
  return (
    <PrintPage label="打印历年对比" className="exam-printed across" bar={<PaperBar />} onClose={onClose}>
      <article>
        <h1 className="text-lg">
          {name} {personText(record.gender, record.age)} 历年体检对比
        </h1>
        <YearsTable columns={shown} groups={cut} isPaper />
        <PaperFoot what={`${name} 的历年体检对比`} />
      </article>
    </PrintPage>
  );
}
