import { fenceEvents } from '#features/fence/contract.ts';
import { accuracyOf } from '#shared/place/fix.ts';
import type { LeftOut } from '#shared/place/track.ts';
import { positionModes } from '#web/data/codeLabels.ts';
import { missing } from '#web/data/format.ts';
import type { Way } from './readWay.ts';
import { lengthText, secondText, type WayClock } from './wayText.ts';

export const tableKinds = { stops: '停留', gaps: '没有定位', crossings: '进出围栏', points: '原始点' } as const;
export type TableKind = keyof typeof tableKinds;

/** Why a point is out of the line, in words. */
export const leftOutTexts: Readonly<Record<LeftOut, string>> = { inaccurate: '精度不足', jump: '跳点' };

/** A table of a track; rows are made when they are drawn. */
interface Table {
  heads: readonly string[];
  count: number;
  row: (index: number) => { at: number; cells: readonly string[] };
}

const place = ({ lat, lng }: { lat: number; lng: number }) => `${lat.toFixed(6)}, ${lng.toFixed(6)}`;

/** Returns the last row whose time is not after `at`; -1 if all are after it. */
export function rowAt({ count, row }: Table, at: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (row(middle).at <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Returns a table of stops, gaps, crossings or points. */
export function tableOf(kind: TableKind, way: Way, clock: WayClock): Table {
  const made = <T>(
    heads: string[],
    rows: readonly T[],
    at: (row: T) => number,
    cells: (row: T, i: number) => string[],
  ) => ({
    heads: ['时间', ...heads],
    count: rows.length,
    row: (i: number) => ({ at: at(rows[i] as T), cells: cells(rows[i] as T, i) }),
  });
  switch (kind) {
    case 'stops':
      return made(
        ['结束', '时长', '位置'],
        way.stops,
        ({ from }) => from,
        (stop) => [secondText(stop.to, clock), lengthText(stop), place(stop)],
      );
    case 'gaps':
      return made(
        ['结束', '时长'],
        way.gaps,
        ({ from }) => from,
        (gap) => [secondText(gap.to, clock), lengthText(gap)],
      );
    case 'crossings':
      return made(
        ['进出', '围栏'],
        way.crossings,
        ({ at }) => Date.parse(at),
        (crossing) => [fenceEvents[crossing.kind], crossing.name],
      );
    case 'points':
      return made(
        ['位置', '精度', '方式', '速度', '设备', '不计入的原因'],
        way.points,
        ({ at }) => at,
        (point, i) => {
          const why = way.leftOut[i] ?? null;
          return [
            place(point),
            `${point.accuracy === null ? '约 ' : ''}±${Math.round(accuracyOf(point))} m`,
            positionModes[point.source ?? 'unknown'],
            point.speed === null ? missing : `${point.speed.toFixed(1)} km/h`,
            point.device ? `${point.device.name} ${point.device.sn}` : missing,
            why === null ? '' : leftOutTexts[why],
          ];
        },
      );
  }
}
