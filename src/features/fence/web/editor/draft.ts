import { type FenceKind, fenceApi, maxFencePeople } from '#features/fence/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import { type FenceShape, fenceLimits, polygonProblem } from '#shared/place/fenceShape.ts';
import type { TriedFence } from '#shared/place/simulate.ts';
import { problemsOf } from '#shared/rule/rules.ts';

export interface LatLng {
  lat: number;
  lng: number;
}

export const shapeKinds = { circle: '圆', polygon: '多边形', corridor: '走廊' } as const;
export type ShapeKind = keyof typeof shapeKinds;

/** A shape while it is drawn or typed: values of the other kinds stay for the way back. */
export interface DraftShape {
  kind: ShapeKind;
  centre: Partial<LatLng>;
  radius: number | undefined;
  /** Corners of a polygon, or points of a corridor. */
  points: readonly LatLng[];
  width: number | undefined;
}

export type StoredFence = OutputOf<typeof fenceApi.getFence>;
export type FenceWindow = StoredFence['windows'][number];

export interface FenceDraft {
  name: string;
  kind: FenceKind;
  windows: readonly FenceWindow[];
  minutes: number | undefined;
  customerIds: readonly string[];
  tag: readonly string[];
  projectId: string | undefined;
  departmentId: string | undefined;
}

export const everyDay = [1, 2, 3, 4, 5, 6, 7];

export const newShape: DraftShape = { kind: 'circle', centre: {}, radius: 300, points: [], width: 100 };

export const newDraft: FenceDraft = {
  ...{ name: '', kind: 'home', windows: [], minutes: 30, customerIds: [], tag: [] },
  ...{ projectId: undefined, departmentId: undefined },
};

/** Returns the draft of a stored fence. */
export function draftOf(row: StoredFence): FenceDraft {
  const { name, kind, windows, minutes, customerIds, tag, projectId, departmentId } = row;
  return { name, kind, windows, minutes: minutes ?? 30, customerIds, tag, projectId, departmentId };
}

/** Returns the draft of a stored shape. */
export function draftShape(shape: StoredFence['shape']): DraftShape {
  const { circle, polygon, corridor } = shape;
  if (circle) return { ...newShape, ...circle };
  if (polygon) return { ...newShape, kind: 'polygon', points: polygon };
  return { ...newShape, kind: 'corridor', ...corridor };
}

/** Returns the stored form of a drawn shape, which may still break a rule. */
function storedShape({ kind, centre, radius, points, width }: DraftShape): Record<string, unknown> {
  if (kind === 'circle') return { circle: { centre, radius } };
  return kind === 'polygon' ? { polygon: points } : { corridor: { points, width } };
}

const isBetween = (value: number | undefined, { min, max }: { min: number; max: number }) =>
  value !== undefined && value >= min && value <= max;

/** Returns the shape if it can be drawn and tried; undefined while it breaks a rule. */
export function shapeOf(draft: DraftShape): FenceShape | undefined {
  const { kind, points, radius, width } = draft;
  const { lat, lng } = draft.centre;
  if (kind === 'circle') {
    if (lat === undefined || lng === undefined || radius === undefined) return undefined;
    return isBetween(radius, fenceLimits.radius) ? { circle: { centre: { lat, lng }, radius } } : undefined;
  }
  if (kind === 'polygon') return polygonProblem(points) === null ? { polygon: points } : undefined;
  const fits = isBetween(points.length, fenceLimits.points) && isBetween(width, fenceLimits.width);
  return fits && width !== undefined && !hasRepeats(points) ? { corridor: { points, width } } : undefined;
}

const hasRepeats = (points: readonly LatLng[]) =>
  points.some(({ lat, lng }, i) => i > 0 && points[i - 1]?.lat === lat && points[i - 1]?.lng === lng);

/** Returns the fence as it is tried; undefined while its shape breaks a rule. */
export function triedFence(draft: FenceDraft, shape: DraftShape): TriedFence | undefined {
  const drawn = shapeOf(shape);
  if (!drawn || windowProblems(draft.windows).length > 0) return undefined;
  return { kind: draft.kind, shape: drawn, windows: draft.windows, minutes: draft.minutes ?? null };
}

/** Returns the input of addFence and editFence, which may still break a rule. */
export function inputOf(draft: FenceDraft, shape: DraftShape): Record<string, unknown> {
  const { name, kind, windows, customerIds, tag, projectId, departmentId } = draft;
  return {
    ...{ name: name.trim(), kind, shape: storedShape(shape), windows, customerIds, tag },
    ...(kind === 'stay' && { minutes: draft.minutes }),
    ...(projectId && { projectId }),
    ...(departmentId && { departmentId }),
  };
}

const clock = /^([01]\d|2[0-3]):[0-5]\d$/;

function windowProblems(windows: readonly FenceWindow[]): FieldProblem[] {
  return windows.flatMap(({ days, from, to }, i): FieldProblem[] => [
    ...[from, to].flatMap((time, side) =>
      clock.test(time)
        ? []
        : [{ field: `windows.${i}.${side === 0 ? 'from' : 'to'}`, rule: 'pattern', msg: '时间应为 00:00 至 23:59' }],
    ),
    ...(days.length === 0 ? [{ field: `windows.${i}.days`, rule: 'minItems', msg: '至少选择一天' }] : []),
    ...(from === to ? [{ field: `windows.${i}.to`, rule: 'order', msg: '结束时间不能与开始时间相同' }] : []),
  ]);
}

function shapeProblems({ kind, centre, points }: DraftShape): FieldProblem[] {
  const isPlaced = centre.lat !== undefined && centre.lng !== undefined;
  if (kind === 'circle')
    return isPlaced ? [] : [{ field: 'shape.circle.centre', rule: 'required', msg: '请在地图上画圆，或填写圆心' }];
  const problem = kind === 'polygon' ? polygonProblem(points) : null;
  if (problem) return [{ field: 'shape.polygon', rule: 'shape', msg: problem }];
  return kind === 'corridor' && hasRepeats(points)
    ? [{ field: 'shape.corridor.points', rule: 'shape', msg: '相邻的两个点不能相同' }]
    : [];
}

/** Returns what the server would refuse, by field; the first problem of a field stands. */
export function draftProblems(draft: FenceDraft, shape: DraftShape): Map<string, string> {
  const { customerIds, tag, kind, minutes } = draft;
  const isForNobody = customerIds.length === 0 && tag.length === 0;
  const all: FieldProblem[] = [
    ...shapeProblems(shape),
    ...windowProblems(draft.windows),
    ...(isForNobody ? [{ field: 'customerIds', rule: 'required', msg: '请选择客户或标签' }] : []),
    ...(customerIds.length > maxFencePeople
      ? [{ field: 'customerIds', rule: 'maxItems', msg: `最多 ${maxFencePeople} 位客户` }]
      : []),
    ...(kind === 'stay' && minutes === undefined
      ? [{ field: 'minutes', rule: 'required', msg: '请填写久留时长' }]
      : []),
    ...problemsOf(fenceApi.addFence.input, inputOf(draft, shape)),
  ];
  const problems = new Map<string, string>();
  for (const { field, msg } of all) if (!problems.has(field)) problems.set(field, msg);
  return problems;
}
