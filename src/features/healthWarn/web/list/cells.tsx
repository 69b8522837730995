import { RotateCcw } from 'lucide-react';
import { Spark } from '#web/chart/Spark.tsx';
import { useNow } from '#web/core/now.ts';
import { warnLevels } from '#web/data/codeLabels.ts';
import { labelOf } from '#web/data/dictionary.ts';
import { fullTime, missing, waiting } from '#web/data/format.ts';
import { LevelSign, WarnStatusGlyph } from '#web/ui/icons.tsx';
import { warningStates } from '../../contract.ts';
import { figuresOf, glyphs, isOpen, stateNote, type Warning, waitOf } from '../words.ts';

interface Props {
  row: Warning;
}

export function LevelCell({ row }: Props) {
  return (
    <span className={`level${row.level} warning-level inline-flex items-center gap-1.5 text-tone-text`}>
      <LevelSign level={row.level} size={14} />
      {warnLevels[row.level]}
    </span>
  );
}

export function WhoCell({ row }: Props) {
  const more = row.beside.length;
  return (
    <span className="flex items-baseline gap-1.5 min-w-0">
      <b className="warning-name flex-none max-w-22 overflow-hidden text-ellipsis">{row.customerName}</b>
      <span className="flex-none text-text2 text-xs">
        {labelOf('gender', String(row.gender))} {row.age ?? ''}
      </span>
      {more > 0 ? (
        <span className="warning-more flex-none rounded-sm px-1.5 text-xs text-primary-text">另 {more} 条</span>
      ) : (
        <span className="overflow-hidden text-ellipsis text-xs text-text3">{row.spot}</span>
      )}
    </span>
  );
}

/** The sentence with its figure in bold. */
export function SentenceCell({ row }: Props) {
  const { value } = figuresOf(row);
  const at = row.sentence.indexOf(` ${value}`);
  if (at < 0 || !isOpen(row)) return <>{row.sentence}</>;
  const end = at + value.length + 1;
  return (
    <>
      {row.sentence.slice(0, at)} <b>{row.sentence.slice(at + 1, end)}</b>
      {row.sentence.slice(end)}
    </>
  );
}

/** Value and limit, aligned on the sign between them. */
export function FigureCell({ row }: Props) {
  const { value, sign, limit, unit } = figuresOf(row);
  return (
    <span className={`warning-figures level${row.level}`}>
      <b className="text-tone-text">{value}</b>
      <span className="text-text2">{limit === null ? '' : `${sign} ${limit}`}</span>
      <small className="text-xs text-text3">{unit}</small>
    </span>
  );
}

/** Longest gap that the small curve bridges, in parts of six hours: what is measured twice a day is one line. */
const bridge = 4;

/** Fills short gaps between two means evenly. */
export function bridged(values: readonly (number | null)[]): (number | null)[] {
  const filled = [...values];
  let last = -1;
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    const before = last < 0 ? null : (values[last] ?? null);
    const steps = index - last;
    if (before !== null && steps <= bridge)
      for (let at = 1; at < steps; at += 1) filled[last + at] = before + ((value - before) * at) / steps;
    last = index;
  }
  return filled;
}

export function SparkCell({ row }: Props) {
  const { band, level } = row;
  return (
    <Spark
      values={bridged(row.spark)}
      {...(band && band.low !== null && { low: band.low })}
      {...(band && band.high !== null && { high: band.high })}
      level={isOpen(row) ? level : null}
    />
  );
}

/** Waiting as a bar against the deadline; afterwards how long it took until somebody had it. */
export function WaitCell({ row }: Props) {
  if (row.state === 'pending' && row.family === 'health') return <RunningWait row={row} />;
  if (row.claimedAt === null) return <>{missing}</>;
  return (
    <span className="text-text2" title={fullTime(row.claimedAt, row.timeZone)}>
      {waiting(Date.parse(row.claimedAt) - Date.parse(row.createdAt))} 接
    </span>
  );
}

export function RunningWait({ row }: Props) {
  const { text, share, tone, limit } = waitOf(row, useNow(1000));
  return (
    <span
      className={`warning-wait ${tone}`}
      title={row.dueAt === null ? undefined : `时限 ${fullTime(row.dueAt, row.timeZone)}`}
    >
      <b>{text}</b>
      {limit !== null && <small className="text-xs text-text2">/ {limit}</small>}
      {share !== null && (
        <i aria-hidden="true">
          <i style={{ inlineSize: `${Math.round(share * 100)}%` }} />
        </i>
      )}
    </span>
  );
}

export function StateCell({ row }: Props) {
  const note = stateNote(row);
  const { state } = row;
  return (
    <span className="warning-state flex items-center gap-1.5">
      {state === 'recovered' ? (
        <RotateCcw size={14} className="flex-none text-text2" aria-hidden="true" />
      ) : (
        <WarnStatusGlyph status={glyphs[state]} />
      )}
      <span className={state === 'handling' ? 'text-primary-text' : undefined}>{warningStates[state]}</span>
      {note !== null && <small className="overflow-hidden text-ellipsis text-xs text-text3">{note}</small>}
    </span>
  );
}
