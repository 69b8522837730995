import { fullTime, listTime } from '#web/data/format.ts';
import type { ColumnOf } from '#web/table/types.ts';
import { Button } from '#web/ui/Button.tsx';
import type { warningApi } from '../../contract.ts';
import { isWaiting, type Warning } from '../words.ts';
import { FigureCell, LevelCell, SentenceCell, SparkCell, StateCell, WaitCell, WhoCell } from './cells.tsx';

interface Taking {
  /** Absent: the viewer only looks. */
  take?: (row: Warning) => void;
  /** Warning that T takes. */
  nextId: string | undefined;
}

/** Returns the columns of picture 17; 操作 is added by the table. */
export function columnsOf({ take, nextId }: Taking): ColumnOf<typeof warningApi.getEarlyWarningList>[] {
  return [
    {
      ...{ key: 'level', title: '级别', width: 72, fixed: 'left', noTooltip: true },
      render: (row) => <LevelCell row={row} />,
    },
    { ...{ key: 'customerName', title: '客户', width: 160 }, render: (row) => <WhoCell row={row} /> },
    { ...{ key: 'sentence', title: '预警', width: 220 }, render: (row) => <SentenceCell row={row} /> },
    {
      ...{ key: 'value', title: '值与界限', width: 172, noTooltip: true },
      render: (row) => <FigureCell row={row} />,
    },
    { ...{ key: 'spark', title: '近 7 天', width: 112, noTooltip: true }, render: (row) => <SparkCell row={row} /> },
    { key: 'ruleName', title: '规则', width: 140, hidden: true },
    {
      ...{ key: 'createdAt', title: '触发', width: 84, hideOrder: 2, sort: true, noTooltip: true },
      render: ({ createdAt, timeZone }) => (
        <span title={fullTime(createdAt, timeZone)}>{listTime(createdAt, Date.now(), timeZone)}</span>
      ),
    },
    {
      ...{ key: 'repeatCount', title: '次数', width: 48, hideOrder: 3, align: 'right', noTooltip: true },
      render: ({ repeatCount }) =>
        repeatCount > 0 ? <b>×{repeatCount + 1}</b> : <span className="text-text2">1</span>,
    },
    { ...{ key: 'wait', title: '等待 / 时限', width: 132, noTooltip: true }, render: (row) => <WaitCell row={row} /> },
    { ...{ key: 'state', title: '状态', width: 144 }, render: (row) => <StateCell row={row} /> },
    { key: 'handlerName', title: '负责', width: 68, hideOrder: 1 },
    ...(take
      ? [
          {
            ...{ key: 'take', title: '接手', width: 112, noTooltip: true },
            render: (row: Warning) =>
              isWaiting(row) ? (
                <Button
                  small
                  kind={row.id === nextId ? 'primary' : undefined}
                  onClick={(event) => {
                    event.stopPropagation();
                    take(row);
                  }}
                >
                  接{row.beside.length > 0 ? ` ${row.beside.length + 1} 条` : ''}
                  {row.id === nextId && <kbd>T</kbd>}
                </Button>
              ) : (
                ''
              ),
          },
        ]
      : []),
  ];
}
