import { importActions } from '#shared/contract/import.ts';
import { missing } from '#web/data/format.ts';
import type { Preview } from './useImport.ts';

type Row = Preview['rows'][number];

/** Rows as in the file: the row's name, its problems, then its cells. */
export function PreviewTable({ preview }: { preview: Preview }) {
  const several = preview.columns.length > 1;
  const named = new Map(preview.columns.map((sheet) => [sheet.sheet, sheet.named]));
  const present = new Set(preview.rows.map(({ sheet }) => sheet));
  const names = [...new Set(preview.columns.flatMap((column) => (present.has(column.sheet) ? column.named : [])))];
  const used = new Set(preview.rows.flatMap((row) => [...Object.keys(row.values), ...problemColumns(row)]));
  const columns = [...new Set(preview.columns.flatMap((sheet) => sheet.columns))].filter(
    (column) => used.has(column) && !names.includes(column),
  );
  if (preview.rows.length === 0) return <p>没有这样的行</p>;
  const heads = ['行', ...(several ? ['工作表'] : []), '结果', names.join('/'), '问题', ...columns];
  return (
    <div className="import-rows overflow-auto border border-line">
      <table className="sheet whitespace-nowrap">
        <thead>
          <tr>
            {heads.map((head) => (
              <th className="sticky top-0 z-1" key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.rows.map((row) => (
            <tr key={`${row.sheet}-${row.row}`} className={row.action === 'none' ? 'bg-level1-tint' : undefined}>
              <th scope="row">{row.row}</th>
              {several && <td>{row.sheet}</td>}
              <td>{row.reason ?? outcomeOf(preview, row)}</td>
              <Cell row={row} column={named.get(row.sheet) ?? ''} />
              <Problems row={row} />
              {columns.map((column) => (
                <Cell key={column} row={row} column={column} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const problemColumns = ({ errors, warnings }: Row) => [...errors, ...warnings].map(({ column }) => column);

/** A cell as in the file; coloured if it has an error or a warning. */
function Cell({ row, column }: { row: Row; column: string }) {
  const tone = row.errors.some((problem) => problem.column === column)
    ? 'text-level1-text'
    : row.warnings.some((problem) => problem.column === column) && 'text-level2-text';
  return <td className={tone || undefined}>{row.values[column] ?? missing}</td>;
}

/** Errors and warnings of a row, each with the heading of its column. */
function Problems({ row }: { row: Row }) {
  const problems = [
    ...row.errors.map((problem) => ({ ...problem, tone: 'text-level1-text' })),
    ...row.warnings.map((problem) => ({ ...problem, tone: 'text-level2-text' })),
  ];
  return (
    <td className="import-problems">
      {problems.map(({ column, msg, tone }) => (
        <div key={`${column}${msg}`} className={tone}>
          {column}：{msg}
        </div>
      ))}
    </td>
  );
}

/** Returns the action of a row, planned or done; a row that an undo refused has its own reason. */
function outcomeOf({ phase }: Preview, { action }: Row): string {
  const written = action === 'insert' || action === 'update';
  if (phase === 'dropped' && written) return '没有写入';
  return phase === 'undone' && written ? '已撤销' : importActions[action];
}
