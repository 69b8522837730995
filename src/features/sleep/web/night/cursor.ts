import { clockText, numberText } from './format.ts';
import type { NightRecord } from './night.ts';
import { stageLabels } from './stageLabels.ts';

type Point = NightRecord['heart'][number];

/** Width of a point, ms. */
const pointMs = 5 * 60_000;

/** Returns where the cursor can be, ms: every 5 min from going to bed to getting up. */
export function instantsOf({ bedFrom, bedTo, heart, segments }: NightRecord): number[] {
  const start = Date.parse(bedFrom);
  const end = Date.parse(bedTo ?? heart.at(-1)?.at ?? segments.at(-1)?.to ?? bedFrom);
  const first = Math.ceil(start / pointMs) * pointMs;
  const instants: number[] = [];
  for (let at = first; at <= end; at += pointMs) instants.push(at);
  return instants;
}

const pointAt = (points: readonly Point[], at: number) =>
  points.find((point) => at >= Date.parse(point.at) && at < Date.parse(point.at) + pointMs) ?? null;

const isWithin = ({ from, to }: { from: string; to: string }, at: number) =>
  at >= Date.parse(from) && at < Date.parse(to);

/** Returns what is known of an instant. */
export function valuesAt(night: NightRecord, at: number) {
  return {
    heart: pointAt(night.heart, at),
    breath: pointAt(night.breath, at),
    stage: night.segments.find((segment) => isWithin(segment, at))?.stage ?? null,
    isOut: night.exitList.some((exit) => isWithin(exit, at)),
    isGap: night.gaps.some((gap) => isWithin(gap, at)),
  };
}

/** Returns an instant as a sentence for screen readers. */
export function cursorText(night: NightRecord, at: number): string {
  const { heart, breath, stage, isOut, isGap } = valuesAt(night, at);
  const state = isOut ? '离床' : isGap ? '没有数据' : stage === null ? '在床' : stageLabels[stage];
  return [
    clockText(at, night.zone),
    state,
    heart && `心率 ${numberText(heart.avg)}`,
    breath && `呼吸 ${numberText(breath.avg)}`,
  ]
    .filter(Boolean)
    .join('，');
}
