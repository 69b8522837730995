import { equipmentTab } from '#features/equipment/contract.ts';
import { keysOf, onlineStates } from '#shared/codes.ts';
import { Id, Instant, list, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

/** Results of a call without a press. */
export const trialResults = {
  no_answer: '未接通',
  inconvenient: '老人不便',
  visit: '需上门',
  broken: '设备故障',
} as const;
const Result = Type.Enum(keysOf(trialResults), { title: '结果' });

/** State of a device: no press for too long; next trial later or by a visit; pressed this month. */
export const trialStates = { due: '待试按', later: '稍后再试', done: '本月已按' } as const;

const within = {
  projectId: Type.Optional(Id),
  /** With its subtree. */
  departmentId: Type.Optional(Id),
};
const Count = Type.Integer({ minimum: 0 });

/** Endpoints of trial presses, which regularly prove that SOS devices work (domain.md 6.18). */
export const trialApi = {
  /** Order: customers who live alone first, then the longest time without a press. */
  getTrialList: list('/api/equipment/getTrialList', {
    title: '试按',
    permission: 'equipment:list',
    filters: {
      ...within,
      /** `due` by default. */
      state: Type.Optional(Type.Array(Type.Enum(keysOf(trialStates)), { maxItems: 3, title: '范围' })),
      alone: Type.Optional(Type.Boolean({ title: '独居' })),
      /** Counts all matching rows; else 10,001 at most. */
      exact: Type.Optional(Type.Boolean({ title: '精确统计' })),
    },
    sort: ['pressedAt'],
    row: strict({
      /** Id of the device. */
      id: Id,
      sn: Type.String(),
      name: Type.String(),
      modelName: Type.String(),
      online: Type.Enum(keysOf(onlineStates)),
      battery: nullable(Type.Integer()),
      projectName: Type.String(),
      /** Null when the viewer may not see the customer, like all customer data. */
      customerId: nullable(Id),
      customerName: nullable(Type.String()),
      livingState: nullable(Type.String()),
      /** Masked. */
      mobile: nullable(Type.String()),
      /** Masked. */
      phone: nullable(Type.String()),
      pressedAt: nullable(Instant),
      /** Last trial since the last press; the next record refers to it. */
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
      /** Number of devices in use with SOS. */
      total: Count,
      /** Number pressed in this month of their project. */
      done: Count,
      due: Count,
      later: Count,
      /** Days without a press after which a device is due. */
      days: Type.Integer({ minimum: 1 }),
    }),
  }),
  /**
   * Reveals the full number of the customer of a due device, for the call; logged like every reveal, with the call as
   * reason.
   */
  revealTrialPhone: post('/api/equipment/revealTrialPhone', {
    title: '查看试按电话',
    permission: 'equipment:test',
    /** Id of the device. */
    input: { id: Id },
    output: strict({ value: nullable(Type.String()) }),
  }),
  /**
   * Records a call without a press: next trial, visit, or for a broken device a repair. 409 after a concurrent record.
   */
  noteTrial: post('/api/equipment/noteTrial', {
    title: '记录试按结果',
    permission: 'equipment:test',
    input: {
      equipmentId: Type.String({ ...Id, title: '设备' }),
      /** `trialId` of the row that the caller saw, null: none; without it concurrent records are not detected. */
      after: Type.Optional(nullable(Type.String({ ...Id, title: '上一次试按' }))),
      result: Result,
      /** Fault of a broken device. */
      note: Type.Optional(Type.String({ minLength: 1, maxLength: 500, title: '说明' })),
      /** Default: one day from now; not for a visit or a broken device. */
      nextAt: Type.Optional(Type.String({ ...Instant, title: '下次试按' })),
    },
    output: strict({ id: Id }),
  }),
};

export const feature: Feature = {
  title: '试按',
  labels: {
    'trial.result': trialResults,
  },
  endpoints: trialApi,
  screens: [
    {
      ...equipmentTab,
      ...{ path: '/equipment/list/trial', title: '试按', component: 'TrialScreen' },
      tabs: { '/equipment/list/trial': '试按' },
    },
  ],
};
