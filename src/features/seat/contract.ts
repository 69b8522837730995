import { keysOf, seatStates } from '#shared/codes.ts';
import { Id, Instant, NoData, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

/** What a person sets; 离开 is found out by the server. */
const settable = ['idle', 'busy', 'break', 'wrap_up'] as const;

export const SeatRow = strict({
  userId: Id,
  userName: Type.String(),
  extension: nullable(Type.String()),
  state: Type.Enum(keysOf(seatStates)),
  since: Instant,
  /** When 整理 ends by itself. */
  until: nullable(Instant),
  /** Has a seat and is there: an operator by being logged in, everybody else by having taken one. */
  onDuty: Type.Boolean(),
  /** A page of theirs is open, whether they have a seat or not. */
  online: Type.Boolean(),
  /** Alarms in hand that the viewer may see. */
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

/** Who sits where, and whether they can be given an alarm. */
export const feature: Feature = {
  title: '坐席',
  labels: {
    'seat.state': seatStates,
    'seat.resume': seatStates,
  },
  endpoints: seatApi,
  screens: [],
};
