import { useEffect, useState } from 'react';
import { readingApi } from '#features/reading/contract.ts';
import { LevelWord } from '#features/reading/web/service.ts';
import { type NormalBand, normalBand } from '#shared/health/normalBand.ts';
import { type ReadingKindName, readingKinds } from '#shared/health/readingKinds.ts';
import { valueText } from '#shared/health/valueText.ts';
import { Spark } from '#web/chart/Spark.tsx';
import { now } from '#web/core/now.ts';
import { listTime } from '#web/data/format.ts';
import { useCall } from '#web/screen/useCall.ts';
import { readRow } from '#web/table/sheet/sheetState.ts';
import type { CellLevel, RowTexts, SheetColumn } from '#web/table/sheet/types.ts';
import { allColumns, cellLevel, kindsOf } from './columns.ts';
import { bedText, type RoundRow } from './roundRows.ts';
import { kindValues } from './roundValues.ts';

const unrounded = (kind: ReadingKindName) => kind === 'glucose' || kind === 'weight';
const step = (kind: ReadingKindName) => (kind === 'temperature' ? 0.1 : 1);
/** Highest normal value as users read it: the range is half open. */
const highest = (kind: ReadingKindName, high: number) =>
  unrounded(kind) ? `<${high}` : String(Number((high - step(kind)).toFixed(1)));

/** 12–20, ≥ 95, 3.9–<6.1. */
function normalText(kind: ReadingKindName, { low, high }: NormalBand): string {
  if (low === null) return high === null ? '' : `≤ ${highest(kind, high)}`;
  return high === null ? `≥ ${low}` : `${low}–${highest(kind, high)}`;
}

/** 22 高于 20; of a normal value nothing. */
function deviation(kind: ReadingKindName, value: number, { low, high }: NormalBand): string | undefined {
  if (high !== null && value >= high) return `${valueText(kind, value)} 高于 ${highest(kind, high).replace('<', '')}`;
  return low !== null && value < low ? `${valueText(kind, value)} 低于 ${low}` : undefined;
}

/** Rest on a cell before its course is loaded, ms. */
const restMs = 400;
const courseDays = 30;

interface CourseProps {
  id: string;
  kind: ReadingKindName;
  normal: NormalBand | null;
  /** Value in the cell; the course ends in it. */
  typed: number | undefined;
  level: CellLevel;
}

/** Course of the last 30 days, loaded once a cell is looked at. */
function Course({ id, kind, normal, typed, level }: CourseProps) {
  const [to, setTo] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setTo(new Date(Math.ceil(now() / 3_600_000) * 3_600_000).toISOString()), restMs);
    return () => clearTimeout(timer);
  }, []);
  const from = new Date(Date.parse(to ?? new Date(0).toISOString()) - courseDays * 86_400_000).toISOString();
  const { data } = useCall(
    readingApi.getReadingSeries,
    { customerId: id, kind, from, to: to ?? from },
    { enabled: to !== undefined, staleTime: 300_000 },
  );
  const values = [...(data?.points.map(({ avg }) => avg) ?? []), typed ?? []].flat();
  if (values.length < 2) return null;
  return (
    <Spark
      values={values}
      level={level}
      {...(normal?.low != null && { low: normal.low })}
      {...(normal?.high != null && { high: normal.high })}
      label={`近 ${courseDays} 天`}
    />
  );
}

interface Props {
  row: RoundRow;
  column: SheetColumn<RoundRow>;
  texts: RowTexts;
}

function Sign({ row, column, texts }: Props) {
  const [kind] = kindsOf(column.key);
  const meal = column.key === 'glucose' ? texts.meal || null : null;
  const values = kindValues(readRow(allColumns, row, texts).values);
  const level = cellLevel(column, row, texts);
  const normals = kindsOf(column.key).map((each) => normalBand(row.sets, each, meal));
  const deviations = kindsOf(column.key).flatMap((each, half) => {
    const [value, normal] = [values[each], normals[half]];
    return (value !== undefined && normal && deviation(each, value, normal)) || [];
  });
  const normal = kindsOf(column.key)
    .flatMap((each, half) => (normals[half] && normalText(each, normals[half])) || [])
    .join(' / ');
  const isOwn = row.sets.own.some((band) => kindsOf(column.key).some((each) => each === band.kind));
  const last = kind && row.latest.get(kind);
  const limits = kindsOf(column.key).map((each) => `${readingKinds[each].min}–${readingKinds[each].max}`);
  return (
    <>
      {level && (
        <span className="inline-flex items-center gap-2">
          <LevelWord level={level} />
          {deviations.join('，')}
        </span>
      )}
      {normal && (
        <span className="text-text2">
          正常 {normal} · {isOwn ? '本人界限' : '没有本人界限'}
        </span>
      )}
      {last && (
        <span className="inline-flex items-center gap-2">
          <span className="text-text2">上次</span>
          <strong>{column.lastOf?.(row) ?? valueText(last.kind, last.value)}</strong>
          <span className="text-text2">{listTime(last.at)}</span>
          {kind && !column.options && (
            <Course
              key={`${row.id} ${kind}`}
              id={row.id}
              kind={kind}
              normal={normals[0] ?? null}
              typed={values[kind]}
              level={level}
            />
          )}
        </span>
      )}
      {!column.options && <span className="text-text2">可填 {limits.join(' / ')}</span>}
    </>
  );
}

/** Explains the cell that has the focus: whose it is, what its value means, the last one, and what may be typed. */
export function RoundFoot(props: Props) {
  const { row, column } = props;
  return (
    <>
      <span>
        <strong>
          {bedText(row)} {row.name}
        </strong>{' '}
        <span className="text-text2">{column.title}</span>
      </span>
      {kindsOf(column.key).length > 0 && <Sign {...props} />}
      {column.options && (
        <span className="text-text2">
          {column.options.map(({ label }, index) => `${index + 1} ${label}`).join(' · ')}
        </span>
      )}
      {column.key === 'remark' && (
        <span className="text-text2">预警和紧急的值要写怎么处理的，如「已报医生」「复测 158」</span>
      )}
    </>
  );
}
