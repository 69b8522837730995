import { sleepTab } from '#features/sleep/contract.ts';
import { keysOf, warnFamilies, warnTypes } from '#shared/codes.ts';
import { Id, Instant, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

/**
 * What is known of a bed. `empty`: nobody lives there; `none`: the person has no sensor; `hidden`: the person is out of the
 * viewer's scope.
 */
export const boardStates = {
  in: '在床',
  out: '离床',
  leave: '外出',
  weak: '信号弱',
  offline: '离线',
  none: '无传感器',
  empty: '空床',
  hidden: '范围外',
} as const;
export type BoardState = keyof typeof boardStates;

/** Time back within which the start of a state is looked for, hours. */
export const lookBackHours = 24;

const Level = nullable(Type.Enum([1, 2, 3, 4]));
const Vital = nullable(strict({ value: Type.Number(), at: Instant, level: Level }));

/** Most urgent open warn of the person. */
const BoardWarn = strict({
  id: Id,
  type: Type.Enum(keysOf(warnTypes)),
  family: Type.Enum(keysOf(warnFamilies)),
  level: Type.Enum([1, 2, 3, 4]),
  /** Sentence of a health warn. */
  note: nullable(Type.String()),
  /** Nobody has it. */
  pending: Type.Boolean(),
  since: Instant,
});

/** A bed, or a person with a sensor who has no bed of the institution. */
const Card = strict({
  customerId: nullable(Id),
  name: nullable(Type.String()),
  departmentName: nullable(Type.String()),
  building: nullable(Type.String()),
  floor: nullable(Type.String()),
  room: nullable(Type.String()),
  bed: nullable(Type.String()),
  /** An empty bed that is reserved. */
  reserved: Type.Boolean(),
  equipmentId: nullable(Id),
  state: Type.Enum(keysOf(boardStates)),
  /** What the sensor said last; null unknown. */
  inBed: nullable(Type.Boolean()),
  /** Start of the state; `lookBackHours` back at most. */
  since: nullable(Instant),
  heart: Vital,
  breath: Vital,
  warn: nullable(BoardWarn),
  /** When the sensor spoke last of presence. */
  at: nullable(Instant),
  leaveUntil: nullable(Instant),
  timeZone: Type.String(),
  /** Times in bed in the last twelve hours; null: not asked for. */
  strip: nullable(Type.Array(strict({ from: Instant, to: Instant }), { maxItems: 200 })),
});

export const bedBoardApi = {
  /** Asked every few seconds: in the command log once an hour for a user and place. */
  getBedBoard: post('/api/sleep/getBedBoard', {
    title: '床位看板',
    permission: sleepTab.permission.key,
    input: {
      departmentId: Type.Optional(Type.String({ ...Id, title: '部门' })),
      projectId: Type.Optional(Type.String({ ...Id, title: '项目' })),
      floor: Type.Optional(Type.String({ maxLength: 20, title: '楼层' })),
      /** With the times in bed of the last twelve hours: once a minute is enough. */
      strip: Type.Optional(Type.Boolean({ title: '在床时段' })),
    },
    output: Type.Array(Card, { maxItems: 500 }),
  }),
};

export const feature: Feature = {
  title: '床位看板',
  endpoints: bedBoardApi,
  screens: [
    {
      ...sleepTab,
      ...{ path: '/healthy/sleep_data/board', title: '床位看板', rank: 1 },
      ...{ component: 'BoardScreen', hidden: true, wide: true },
    },
  ],
};
