import { equipmentStates, keysOf, testKinds, warnTypes } from '#shared/codes.ts';
import { Id, Instant, NoData, nullable, post, strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';

const permission = 'equipment:test';

/** Which message is the evidence, by what the model can: a call for help, any alarm, or any data. */
export const awaited = {
  help: '请在设备上按一次求助键',
  alarm: '请让设备触发一次报警',
  data: '请让设备上报一次数据',
} as const;

/** Of the window of a device: what runs, or how the last one ended. */
const Window = strict({
  startedAt: Instant,
  until: Instant,
  /** Who opened it. */
  startedBy: Type.String(),
  endedAt: nullable(Instant),
  /** When the message that is the evidence was received; null when none came. */
  heardAt: nullable(Instant),
  /** Its alarm; data for a value or position. */
  heardType: nullable(Type.Enum([...keysOf(warnTypes), 'data'] as const)),
});

const Arrival = strict({
  receivedAt: Instant,
  /** 心跳, 定位 …: the kind of the decoder. */
  kind: Type.String(),
  deviceTime: nullable(Instant),
  /** Its device time and its reception differ too much, or it says that it is a backlog. */
  late: Type.Boolean(),
});

/** Calls about the test of a device on the spot (domain.md 6.18): a window in which what it sends rings nowhere. */
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
      /** Of the present binding; null where nobody has the device. */
      testKind: nullable(Type.Enum(keysOf(testKinds))),
      awaited: Type.Enum(keysOf(awaited)),
      /** The one that runs, else the last one. */
      window: nullable(Window),
      running: Type.Boolean(),
      /** What it has sent since the window began, newest first. */
      arrivals: Type.Array(Arrival),
    }),
  }),
};
