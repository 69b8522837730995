import { equipmentStates, keysOf, testKinds, warnTypes } from '#shared/codes.ts';
import { Id, Instant, NoData, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

const permission = 'equipment:test';

/** Message that counts as evidence, by the model's capabilities: a call for help, any alarm, or any data. */
export const awaited = {
  help: '请在设备上按一次求助键',
  alarm: '请让设备触发一次报警',
  data: '请让设备上报一次数据',
} as const;

/** Test window of a device: the running one, or the result of the last one. */
const Window = strict({
  startedAt: Instant,
  until: Instant,
  /** Name of the user who opened the window. */
  startedBy: Type.String(),
  endedAt: nullable(Instant),
  /** Reception of the evidence; null if none came. */
  heardAt: nullable(Instant),
  /** Alarm type of the evidence; `data` for a reading or position. */
  heardType: nullable(Type.Enum([...keysOf(warnTypes), 'data'] as const)),
});

const Arrival = strict({
  receivedAt: Instant,
  /** 心跳, 定位 …: the kind of the decoder. */
  kind: Type.String(),
  deviceTime: nullable(Instant),
  /** Device time and reception differ too much, or the device marks a backlog. */
  late: Type.Boolean(),
});

/** Calls about the field test of a device (domain.md 6.18): a window in which its messages raise no alarm. */
export const testApi = {
  startEquipmentTest: post('/api/equipment/startEquipmentTest', {
    title: '开始现场测试',
    permission,
    input: {
      id: Id,
      minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 10, title: '分钟', msg: '测试窗口为1至10分钟' })),
    },
    output: strict({ until: Instant }),
  }),
  endEquipmentTest: post('/api/equipment/endEquipmentTest', {
    title: '结束现场测试',
    permission,
    input: { id: Id },
    output: NoData,
  }),
  getEquipmentTest: post('/api/equipment/getEquipmentTest', {
    title: '现场测试',
    permission,
    change: false,
    input: { id: Id },
    output: strict({
      id: Id,
      sn: Type.String(),
      name: Type.String(),
      state: Type.Enum(keysOf(equipmentStates)),
      customerName: nullable(Type.String()),
      /** Test result of the current binding; null without a customer. */
      testKind: nullable(Type.Enum(keysOf(testKinds))),
      awaited: Type.Enum(keysOf(awaited)),
      /** Running window, else the last one. */
      window: nullable(Window),
      running: Type.Boolean(),
      /** Messages since the window opened, newest first. */
      arrivals: Type.Array(Arrival),
    }),
  }),
};

/** The field test is a dialog over any page. */
export const feature: Feature = { title: '设备', module: 'equipment', endpoints: testApi, screens: [] };
