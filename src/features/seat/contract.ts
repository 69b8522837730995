import { keysOf, seatStates } from '#shared/codes.ts';
import { Id, Instant, NoData, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

/** States that a user sets; the server detects 离开. */
const settable = ['idle', 'busy', 'break', 'wrap_up'] as const;

export const SeatRow = strict({
  userId: Id,
  userName: Type.String(),
  extension: nullable(Type.String()),
  state: Type.Enum(keysOf(seatStates)),
  since: Instant,
  /** Instant at which 整理 ends automatically. */
  until: nullable(Instant),
  /** Has a seat and is present: operators by being logged in, other users by having taken a seat. */
  onDuty: Type.Boolean(),
  /** True when a page of the user is open, with or without a seat. */
  online: Type.Boolean(),
  /** Warns that the user handles and the viewer may see. */
  warnIds: Type.Array(Id),
});

export const seatApi = {
  getSeatList: post('/api/seat/getSeatList', {
    title: '坐席列表',
    permission: 'warn:claim',
    change: false,
    input: {},
    output: Type.Array(SeatRow),
  }),
  getSeat: post('/api/seat/getSeat', {
    title: '我的坐席',
    permission: 'warn:claim',
    change: false,
    input: {},
    output: SeatRow,
  }),
  setSeatState: post('/api/seat/setSeatState', {
    title: '坐席状态',
    permission: 'warn:claim',
    input: { state: Type.Enum([...settable], { title: '状态' }) },
    output: SeatRow,
  }),
  leaveSeat: post('/api/seat/leaveSeat', {
    title: '离席',
    permission: 'warn:claim',
    input: {},
    output: NoData,
  }),
};

/** Seats with their state and whether a warn can be assigned. */
export const feature: Feature = {
  title: '坐席',
  labels: {
    'seat.state': seatStates,
    'seat.resume': seatStates,
  },
  endpoints: seatApi,
  screens: [
    {
      path: '/warn/sos/seat',
      title: '坐席',
      icon: 'list',
      group: '值守',
      sort: 9,
      component: 'SeatScreen',
      hidden: true,
      permission: { key: 'seat:list', title: '查看坐席', roles: ['area', 'leader'] },
    },
  ],
};
