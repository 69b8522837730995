import { importActions } from '#shared/import.ts';
import { missing } from '#web/data/format.ts';
import type { Preview } from './useImport.ts';

/** The rows as they stand in the file; a cell with an error says what is wrong with it. */
export function PreviewTable({ preview }: { preview: Preview }) {
  const used = new Set(
    preview.rows.flatMap((row) => [
      ...Object.keys(row.values),
      ...[...row.errors, ...row.warnings].map((one) => one.column),
    ]),
  );
  const columns = [...new Set(preview.columns.flatMap((sheet) => sheet.columns))].filter((column) => used.has(column));
  const several = preview.columns.length > 1;
  if (preview.rows.length === 0) return <p>没有这样的行</p>;
  return (
    <div className="import-rows scroll outlined">
      <table className="sheet nowrap">
        <thead>
          <tr>
            <th className="at-top" scope="col">
              行
            </th>
            {several && (
              <th className="at-top" scope="col">
                工作表
              </th>
            )}
            <th className="at-top" scope="col">
              结果
            </th>
            {columns.map((column) => (
              <th className="at-top" key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.rows.map((row) => (
            <tr key={`${row.sheet}-${row.row}`} className={row.action === 'none' ? 'on-red' : undefined}>
              <th scope="row">{row.row}</th>
              {several && <td>{row.sheet}</td>}
              <td>{row.reason ?? outcomeOf(preview, row)}</td>
              {columns.map((column) => {
                const problem = row.errors.find((one) => one.column === column);
                const doubts = row.warnings.filter((one) => one.column === column);
                return (
                  <td key={column} className={problem ? 'red' : undefined}>
                    {row.values[column] ?? missing}
                    {problem && <small className="block f12">{problem.msg}</small>}
                    {doubts.map(({ msg }) => (
                      <small key={msg} className="amber block f12">
                        {msg}
                      </small>
                    ))}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What is done with a row, or was; a row that an undo left says why itself. */
function outcomeOf({ phase }: Preview, { action }: Preview['rows'][number]): string {
  const written = action === 'insert' || action === 'update';
  if (phase === 'dropped' && written) return '没有写入';
  return phase === 'undone' && written ? '已撤销' : importActions[action];
}
