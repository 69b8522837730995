import { keysOf, onlineStates } from '#shared/codes.ts';
import { Id, Instant, list, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

/** What came of a call in which nobody pressed. */
export const trialResults = {
  no_answer: '未接通',
  inconvenient: '老人不便',
  visit: '需上门',
  broken: '设备故障',
} as const;
const Result = Type.Enum(keysOf(trialResults), { title: '结果' });

/** How a device stands: nobody has pressed for too long; the same, but tried again later or by a visit; pressed this month. */
export const trialStates = { due: '待试按', later: '稍后再试', done: '本月已按' } as const;

const within = {
  projectId: Type.Optional(Id),
  /** All below it, too. */
  departmentId: Type.Optional(Id),
};
const Count = Type.Integer({ minimum: 0 });

/** Devices for calling help that are to be pressed now and then, so that it is known that they work (domain.md 6.18). */
export const trialApi = {
  /** Those of people who live alone first, then the longest without a press. */
  getTrialList: list('/api/equipment/getTrialList', {
    title: '试按',
    permission: 'equipment:list',
    filters: {
      ...within,
      /** `due` where nothing is said. */
      state: Type.Optional(Type.Array(Type.Enum(keysOf(trialStates)), { maxItems: 3, title: '范围' })),
      alone: Type.Optional(Type.Boolean({ title: '独居' })),
      /** Counts all that the filters select, however many; else 10,001 at most. */
      exact: Type.Optional(Type.Boolean({ title: '精确统计' })),
    },
    sort: ['pressedAt'],
    row: strict({
      /** Of the device. */
      id: Id,
      sn: Type.String(),
      name: Type.String(),
      modelName: Type.String(),
      online: Type.Enum(keysOf(onlineStates)),
      battery: nullable(Type.Integer()),
      projectName: Type.String(),
      /** Null where the viewer may not see who it is, as all that is about them. */
      customerId: nullable(Id),
      customerName: nullable(Type.String()),
      livingState: nullable(Type.String()),
      /** Masked. */
      mobile: nullable(Type.String()),
      /** Masked. */
      phone: nullable(Type.String()),
      pressedAt: nullable(Instant),
      /** The last try since then; what is recorded next names it. */
      trialId: nullable(Id),
      result: nullable(Result),
      note: nullable(Type.String()),
      tries: Count,
      triedAt: nullable(Instant),
      triedBy: nullable(Type.String()),
      nextAt: nullable(Instant),
    }),
  }),
  getTrialShare: post('/api/equipment/getTrialShare', {
    title: '试按完成率',
    permission: 'equipment:list',
    change: false,
    input: within,
    output: strict({
      /** Devices in use that can call for help. */
      total: Count,
      /** Pressed in this month of their project. */
      done: Count,
      due: Count,
      later: Count,
      /** Without a press for so many days a device is due. */
      days: Type.Integer({ minimum: 1 }),
    }),
  }),
  /** The whole number of whoever has a device that is to be pressed, for the call; a look like any other, whose reason is the call. */
  revealTrialPhone: post('/api/equipment/revealTrialPhone', {
    title: '查看试按电话',
    permission: 'equipment:test',
    /** Of the device. */
    input: { id: Id },
    output: strict({ value: nullable(Type.String()) }),
  }),
  /** Nobody pressed: when it is tried again, that somebody goes there, or, of a broken device, a repair order. 409 where somebody else was quicker. */
  noteTrial: post('/api/equipment/noteTrial', {
    title: '记录试按结果',
    permission: 'equipment:test',
    input: {
      equipmentId: Type.String({ ...Id, title: '设备' }),
      /** `trialId` of the row that the caller looked at, null: nobody had tried; without it nobody is told of who was quicker. */
      after: Type.Optional(nullable(Type.String({ ...Id, title: '上一次试按' }))),
      result: Result,
      /** Of a broken device: the fault. */
      note: Type.Optional(Type.String({ minLength: 1, maxLength: 500, title: '说明' })),
      /** A day from now where nothing is said; nothing where somebody goes there, and of a broken device. */
      nextAt: Type.Optional(Type.String({ ...Instant, title: '下次试按' })),
    },
    output: strict({ id: Id }),
  }),
};

/** Trials are looked after on a page of the devices. */
export const feature: Feature = {
  title: '试按',
  labels: {
    'trial.result': trialResults,
  },
  endpoints: trialApi,
  screens: [],
};
