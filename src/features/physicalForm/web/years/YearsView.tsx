import { Printer } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { isAbnormal } from '../entry/rows.ts';
import type { ExamForm } from '../useExamForm.ts';
import { YearsTable } from './YearsTable.tsx';
import { columnsOf, isEverOut, yearGroups } from './yearRows.ts';

const YearsPaper = lazy(() => import('./YearsPaper.tsx'));

/** 历年对比: a column for each examination of the person, oldest first. */
export default function YearsView({ form: { record, rows, catalogue } }: { form: ExamForm }) {
  const [isOutOnly, setOutOnly] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  const columns = useMemo(() => columnsOf(record, [...rows.values()].filter(isAbnormal).length), [record, rows]);
  const groups = useMemo(() => {
    const all = yearGroups(catalogue, rows, record);
    if (!isOutOnly) return all;
    return all
      .map((group) => ({ ...group, rows: group.rows.filter(isEverOut) }))
      .filter((group) => group.rows.length > 0);
  }, [catalogue, rows, record, isOutOnly]);
  return (
    <div className="flex flex-col flex-1 min-h-0">
      <div className="flex items-center gap-3 px-4 py-2 border-b border-line text-[13px]">
        <span className="text-text2">
          {columns.length === 1 ? '还没有更早的体检可以对比' : `${columns.length} 次体检，旧的在左`}
        </span>
        <label className="flex items-center gap-1.5">
          <input type="checkbox" checked={isOutOnly} onChange={({ target }) => setOutOnly(target.checked)} />
          只看出现过异常的
        </label>
        <Button className="ml-auto" onClick={() => setPrinting(true)}>
          <Printer size={14} aria-hidden /> 打印对比…
        </Button>
      </div>
      <div className="overflow-auto flex-1 min-h-0" data-scroll="years">
        <YearsTable columns={columns} groups={groups} />
        {groups.length === 0 && <p className="p-4 text-[13px] text-text2">没有出现过异常的项目</p>}
      </div>
      {isPrinting && (
        <Suspense fallback={null}>
          <YearsPaper {...{ record, columns, groups }} onClose={() => setPrinting(false)} />
        </Suspense>
      )}
    </div>
  );
}
