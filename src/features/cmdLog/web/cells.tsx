import type { Static } from '#shared/typebox.ts';
import { fullTime, listTime, missing } from '#web/data/format.ts';
import type { LogChange } from '../contract.ts';

/** Shows a time as in lists, in full on hover. */
export function instant(iso: string) {
  return (
    <time dateTime={iso} title={fullTime(iso)}>
      {listTime(iso)}
    </time>
  );
}

/** Shows 成功 or 失败 with its sign. */
export function ResultText({ result }: { result: 'success' | 'failed' }) {
  return (
    <span className={result === 'success' ? 'text-success' : 'text-level1-text'}>
      {result === 'success' ? '✓ 成功' : '✕ 失败'}
    </span>
  );
}

type Change = Static<typeof LogChange>;

/** Shows 「接警时限 60 → 77」 and the count of further changes. */
export function ChangeSummary({ row }: { row: { changes: readonly Change[] } }) {
  const [first] = row.changes;
  if (!first) return <>{missing}</>;
  const otherCount = row.changes.length - 1;
  return (
    <>
      {first.label} {first.old ?? missing} → {first.new ?? missing}
      {otherCount > 0 && ` 等 ${otherCount + 1} 项`}
    </>
  );
}

/** Table of the old and new value of each changed field. */
export function ChangeTable({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return <p className="log-none mb-2 text-text3">没有改动字段</p>;
  const several = new Set(changes.map((change) => `${change.table}:${change.rowId}`)).size > 1;
  return (
    <table className="sheet">
      <thead>
        <tr>
          {several && (
            <th className="whitespace-nowrap" scope="col">
              记录
            </th>
          )}
          <th className="whitespace-nowrap" scope="col">
            字段
          </th>
          <th className="whitespace-nowrap" scope="col">
            改动前
          </th>
          <th className="whitespace-nowrap" scope="col">
            改动后
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={`${change.table}:${change.rowId}:${change.field}`}>
            {several && (
              <td className="wrap-anywhere">
                {change.tableName} {change.rowId}
              </td>
            )}
            <th className="wrap-anywhere" scope="row">
              {change.label}
            </th>
            <td className="log-old wrap-anywhere text-text3 line-through">{change.old ?? missing}</td>
            <td className="font-bold wrap-anywhere">{change.new ?? missing}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
