import { useState } from 'react';
import { type WarnLevel, warnLevels } from '#shared/codes.ts';
import { PanelTable } from '#web/crud/PanelTable.tsx';
import { duration, listTime } from '#web/data/format.ts';
import type { Column } from '#web/table/types.ts';
import { Button } from '#web/ui/Button.tsx';
import { LevelSign } from '#web/ui/icons.tsx';
import type { Comparison } from './compare.ts';

/** Rows that are shown at first. */
const mostRows = 10;

interface Row {
  id: string;
  index: number | null;
  at: string;
  until: string | null;
  level: number;
  sentence: string;
  standing: string;
}

const columns: readonly Column<Row>[] = [
  { key: 'index', title: '序号', align: 'right' },
  { key: 'at', title: '触发', render: ({ at }) => listTime(at) },
  { key: 'until', title: '结束', render: ({ until }) => (until === null ? '还没有' : listTime(until)) },
  {
    ...{ key: 'level', title: '级别' },
    render: ({ level }) => (
      <span className="inline-flex items-center gap-1 whitespace-nowrap">
        <LevelSign level={level as WarnLevel} size={14} />
        {warnLevels[level as WarnLevel]}
      </span>
    ),
  },
  { key: 'sentence', title: '会写成' },
  { key: 'standing', title: '与现行' },
];

/** Returns how a warning differs from that of the rule in force. */
function standingOf(at: string, former: { at: string } | undefined, isNew: boolean): string {
  if (isNew) return '';
  if (!former) return '只有这一版报';
  const seconds = (Date.parse(at) - Date.parse(former.at)) / 1000;
  if (Math.abs(seconds) < 60) return '同时报';
  return `${seconds > 0 ? '晚' : '早'} ${duration(Math.abs(seconds))}`;
}

/** Each warning in words: those of the draft, then those that only the rule in force raises. */
export function TrialTable({ comparison: { raised, dropped }, isNew }: { comparison: Comparison; isNew: boolean }) {
  const [isWhole, setWhole] = useState(false);
  const rows: Row[] = [
    ...raised.map(({ former, ...warning }, index) => ({
      ...{ id: warning.at, ...warning, index: index + 1, standing: standingOf(warning.at, former, isNew) },
    })),
    ...dropped.map((warning) => ({ id: `former ${warning.at}`, ...warning, index: null, standing: '只有现行版报' })),
  ];
  if (rows.length === 0) return null;
  return (
    <>
      <PanelTable
        label="会报的预警"
        columns={columns}
        rows={isWhole ? rows : rows.slice(0, mostRows)}
        faint={({ index }) => index === null}
      />
      {rows.length > mostRows && (
        <Button kind="link" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? '收起' : `显示全部 ${rows.length} 条`}
        </Button>
      )}
    </>
  );
}
