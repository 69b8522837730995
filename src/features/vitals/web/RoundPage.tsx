import { replaceEqualDeep } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { now, useNow } from '#web/core/now.ts';
import { listTime } from '#web/data/format.ts';
import { useScreen } from '#web/screen/screen.ts';
import type { SheetCounts } from '#web/table/sheet/types.ts';
import { EmptyState } from '#web/table/TableStates.tsx';
import { ViewTabs } from '#web/table/ViewTabs.tsx';
import { TreeTrouble } from '#web/tree/TreeTrouble.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Strip } from '#web/ui/Strip.tsx';
import { Toolbar } from '#web/ui/Toolbar.tsx';
import { RoundBar } from './RoundBar.tsx';
import { RoundSheet } from './RoundSheet.tsx';
import { roundMs, useOpenWarns, useRound, useRoundOf, useRoundTime } from './useRound.ts';
import './round.css';

const PrintedRound = lazy(() => import('./PrintedRound.tsx'));

const tabs = [
  { key: 'list', label: '档案' },
  { key: 'vitals', label: '批量录入' },
] as const;

const noCounts: SheetCounts = { all: 0, saved: 0, refused: 0, left: 0 };
const none: readonly never[] = [];

/** Says that the time of the round is of another one: whoever forgets it enters values at the wrong time. */
function StaleTime({ at, onNow }: { at: string; onNow: () => void }) {
  useNow(60_000);
  if (now() - Date.parse(at) <= roundMs) return null;
  return (
    <Strip tone="warn" className="flex items-center gap-2" role="status">
      测量时间是 {listTime(at)}，录入的值都记在那时。
      <Button kind="link" onClick={onNow}>
        改为现在
      </Button>
    </Strip>
  );
}

/** Measures the customers of a department, floor or list, one row each (domain.md 6.22, picture 19). */
export default function RoundPage() {
  const { setTitle } = useScreen();
  useEffect(() => setTitle('批量录入'), [setTitle]);
  const of = useRoundOf();
  const { rows, places, problem, reload } = useRound(of);
  const inWarn = useOpenWarns(rows);
  const time = useRoundTime();
  /** Times within two hours of each other belong to one round: its saved rows stay. */
  const [began, setBegan] = useState(time.at);
  const [counts, setCounts] = useState(noCounts);
  // A key that changes no number draws only its row again.
  const count = useCallback((next: SheetCounts) => setCounts((last) => replaceEqualDeep(last, next)), []);
  const [isLeftOnly, setLeftOnly] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  function changeTime(at?: string): void {
    time.change(at);
    if (Math.abs(Date.parse(at ?? new Date(now()).toISOString()) - Date.parse(began)) > roundMs)
      setBegan(at ?? new Date(now()).toISOString());
  }
  const there = places.filter(({ floor }) => of.floors.length === 0 || of.floors.includes(floor));
  const sum = (key: 'count' | 'onLeave') => there.reduce((total, place) => total + place[key], 0);
  const total = sum('count');
  const place = of.customerIds.length > 0 ? '所选客户' : (of.department?.name ?? '');
  const shown = rows ?? none;
  return (
    <div className="flex flex-col min-h-0 h-full bg-container max-md:overflow-auto" data-scroll="round">
      <Toolbar className="max-md:flex-wrap">
        <ViewTabs
          label="健康档案"
          views={tabs}
          value="vitals"
          onChange={(key) => {
            if (key === 'list') location.hash = '#/healthy/archives';
          }}
        />
        <span className="ml-auto flex items-center gap-3">
          <span className="text-[13px] text-text2 max-md:hidden">离开一行即存，坏一行不挡别的行</span>
          <Button disabled={shown.length === 0} onClick={() => setPrinting(true)}>
            <Printer size={14} aria-hidden /> 打印空表
          </Button>
        </span>
      </Toolbar>
      <RoundBar
        {...{ of, places, counts, isLeftOnly }}
        at={time.at}
        onTime={changeTime}
        onLeftOnly={setLeftOnly}
        onLeave={sum('onLeave')}
      />
      <StaleTime at={time.at} onNow={() => changeTime()} />
      {rows && problem && (
        <Strip tone="warn" role="alert">
          名单没有更新：{problem}。下面是上次取到的，仍可录入。
        </Strip>
      )}
      {rows && total > rows.length && (
        <Strip tone="notice">
          这里有 {total} 位，一张表最多 {rows.length} 位。请选楼层或下级部门，其余的人才会列出。
        </Strip>
      )}
      {rows ? (
        rows.length > 0 ? (
          <RoundSheet
            key={began}
            rows={rows}
            at={time.at}
            onCounts={count}
            onSaved={time.keep}
            {...{ isLeftOnly, inWarn }}
          />
        ) : (
          <EmptyState
            reason={
              sum('onLeave') > 0
                ? `${place}的 ${sum('onLeave')} 位都外出了，回来后会列在这里。`
                : `${place}没有在服务的客户。请换一个部门，或到客户列表把客户分到这个部门。`
            }
          />
        )
      ) : (
        <TreeTrouble what="录入名单" problem={problem} onRetry={reload} />
      )}
      {isPrinting && (
        <Suspense fallback={null}>
          <PrintedRound rows={shown} place={place} onClose={() => setPrinting(false)} />
        </Suspense>
      )}
    </div>
  );
}
