import { useEffect, useState } from 'react';
import { type WarnRow, warnChanges } from '#features/warn/web/service.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import { tabInput, type WarnTab } from '#features/warnList/web/service.ts';
import { isAborted, problemText } from '#web/api/feedback.ts';
import { callListApi } from '#web/api/request.ts';
import { Button } from '#web/ui/Button.tsx';
import { LineCard } from './WarnCard.tsx';

const pageSize = 20;
/** Maximum number of rows; older ones are only on the desk. */
const maxRows = 200;

/** Closed warns and follow-ups as cards, twenty more per press; updated live. */
export function PhoneHistory({ tab, onOpen }: { tab: WarnTab; onOpen: (id: string) => void }) {
  const [pages, setPages] = useState(1);
  const [rows, setRows] = useState<readonly WarnRow[] | null>(null);
  const [count, setCount] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let control = new AbortController();
    const limit = Math.min(maxRows, pages * pageSize);
    const load = () => {
      control.abort();
      control = new AbortController();
      callListApi(warnListApi.getWarnList, { ...tabInput(tab), limit }, { signal: control.signal }).then(
        (answer) => {
          setRows(answer.rows);
          setCount(answer.count);
          setProblem(null);
        },
        (error: unknown) => !isAborted(error) && setProblem(problemText(error)),
      );
    };
    load();
    const end = warnChanges.on(load);
    return () => {
      end();
      control.abort();
    };
  }, [tab, pages]);
  return (
    <div className="card-list grid flex-1 gap-3 p-3 overflow-y-auto">
      {problem !== null && <p className="text-center text-text2">告警列表没有取到：{problem}。告警接收不受影响。</p>}
      {rows === null && problem === null && <p className="text-center text-text2">加载中…</p>}
      {rows?.length === 0 && <p className="text-center text-text2">暂无数据</p>}
      {rows?.map((row) => (
        <LineCard key={row.id} row={row} onOpen={() => onOpen(row.id)} />
      ))}
      {rows !== null && rows.length < Math.min(count, maxRows) && (
        <Button className="h-11" onClick={() => setPages((previous) => previous + 1)}>
          再看 20 条（共 {count} 条）
        </Button>
      )}
    </div>
  );
}
