import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { levelWords } from '#shared/health/codeWords.ts';
import { Sheet } from '#web/table/sheet/Sheet.tsx';
import { countRows, noEntry } from '#web/table/sheet/sheetState.ts';
import type { SheetCounts, SheetFact } from '#web/table/sheet/types.ts';
import { columns, remark } from './columns.ts';
import { News2Cell, News2Head } from './News2Cell.tsx';
import { RoundFoot } from './RoundFoot.tsx';
import { bedText, type RoundRow } from './roundRows.ts';
import { StateCell } from './StateCell.tsx';
import { useRoundSheet } from './useRoundSheet.ts';

/** Bed and person, in front of the values; with several buildings the bed names its own. */
export function headsOf(rows: readonly RoundRow[]): SheetFact<RoundRow>[] {
  const buildings = new Set(rows.flatMap(({ building }) => building ?? []));
  const bedOf = (row: RoundRow) => [buildings.size > 1 && row.building, bedText(row)].filter(Boolean).join(' ');
  return [
    {
      key: 'bed',
      title: '床',
      ...(buildings.size > 1 ? { width: 108 } : { width: 60, least: 52 }),
      show: bedOf,
      printedText: bedOf,
    },
    {
      ...{ key: 'name', title: '姓名', width: 88, least: 76 },
      show: ({ name, age }) => (
        <>
          <strong>{name}</strong> <small className="text-text2">{age}</small>
        </>
      ),
      printedText: ({ name, age }) => [name, age].filter((part) => part !== null).join(' '),
    },
  ];
}

interface Props {
  rows: readonly RoundRow[];
  at: string;
  isLeftOnly: boolean;
  inWarn: ReadonlySet<string>;
  onCounts: (counts: SheetCounts) => void;
  onSaved: () => void;
}

const nameOf = ({ name }: RoundRow) => name;
const lockOf = ({ sealed }: RoundRow) => (sealed ? '档案已封存，不能录入' : undefined);

/** The sheet of one round. */
export function RoundSheet({ rows, at, isLeftOnly, inWarn, onCounts, onSaved }: Props) {
  const { model, answers } = useRoundSheet({ rows, at, onSaved });
  const { entries } = model;
  const heads = useMemo(() => headsOf(rows), [rows]);
  const tails = useMemo(
    (): SheetFact<RoundRow>[] => [
      {
        ...{ key: 'news2', title: 'NEWS2', head: <News2Head />, width: 208, least: 184 },
        show: (row, entry, current) => entry && <News2Cell row={row} entry={entry} current={current} />,
      },
      {
        ...{ key: 'state', title: '状态', least: 136, input: remark },
        show: (row, entry, current) => (
          <StateCell {...{ row, entry, current, answers }} isInWarn={inWarn.has(row.id)} />
        ),
      },
    ],
    [inWarn, answers],
  );
  const counts = useMemo(
    () =>
      countRows(
        rows.map(({ id }) => id),
        entries,
      ),
    [rows, entries],
  );
  useEffect(() => onCounts(counts), [counts, onCounts]);
  // Rows that were saved when the switch was set; those saved since stay where they are.
  const [saved, setSaved] = useState<ReadonlySet<string>>(new Set());
  const hideSaved = useEffectEvent(() =>
    setSaved(new Set([...entries].flatMap(([id, { status }]) => (status === 'saved' ? [id] : [])))),
  );
  useEffect(() => {
    if (isLeftOnly) hideSaved();
  }, [isLeftOnly]);
  const shown = useMemo(() => (isLeftOnly ? rows.filter(({ id }) => !saved.has(id)) : rows), [rows, isLeftOnly, saved]);
  return (
    <Sheet
      label="批量录入"
      rows={shown}
      {...{ columns, heads, tails, nameOf, lockOf, levelWords, model }}
      foot={(row, column, entry) => <RoundFoot row={row} column={column} texts={(entry ?? noEntry).texts} />}
    />
  );
}
