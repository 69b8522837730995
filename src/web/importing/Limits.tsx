import { useQuery } from '@tanstack/react-query';
import { importApi } from '#shared/contract/import.ts';
import { errorText } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { count } from '#web/data/format.ts';
import { classes } from '#web/ui/classes.ts';

/** Maximum number of named projects; the others are counted. */
const maxNamed = 5;

/** Limits of a file, shown before the choice: rows, bytes, and the remaining quotas of projects. */
export function Limits({ path }: { path: string }) {
  const { data, error } = useQuery({
    queryKey: [importApi.getImportLimit.path, path],
    queryFn: ({ signal }) => callApi(importApi.getImportLimit, { path }, { signal }),
    refetchOnMount: 'always',
  });
  if (error) return <p role="alert">{errorText(error, '导入限额没有取到')}</p>;
  if (!data) return <p className="text-text2">限额加载中</p>;
  // The fullest project first: it limits the import.
  const quotas = data.quotas.map((row) => ({ ...row, left: Math.max(0, row.quota - row.used) }));
  const shown = quotas.sort((a, b) => a.left - b.left).slice(0, maxNamed);
  return (
    <ul className="import-limits text-text2 flex flex-col gap-1" aria-label="导入限额">
      <li>
        每个工作表最多 {count(data.rows)} 行，文件最大 {Math.floor(data.bytes / 1_048_576)} MB
      </li>
      {shown.map(({ project, quota, used, unit, left }) => (
        <li key={project} className={classes(left === 0 && 'text-level1-text')}>
          「{project}」还可新增 {count(left)} {unit}（配额 {count(quota)} {unit}，已有 {count(used)} {unit}）
        </li>
      ))}
      {quotas.length > shown.length && <li>另有 {quotas.length - shown.length} 个有配额的项目余量更多</li>}
    </ul>
  );
}
