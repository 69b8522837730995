import { keysOf, serviceStates } from '#shared/codes.ts';
import { Id, Instant, NoData, nullable, post, strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';

export const deathPlaces = {
  home: '家中',
  hospital: '医院',
  institution: '养老机构',
  outside: '户外',
  unknown: '不详',
} as const;

export const deathCauses = {
  illness: '疾病',
  age: '自然衰老',
  accident: '意外',
  other: '其他',
  unknown: '不详',
} as const;

/** Items of the leaving checklist, in order. */
export const leavingItems = {
  devicesBack: '设备已收回',
  keysBack: '钥匙已归还',
  relativesTold: '已告知家属',
  belongings: '个人物品已交还',
  archiveSealed: '档案已封存',
} as const;

/** Refusal text for changes to a sealed archive. */
export const archiveSealedMessage = '档案已封存，不能修改';

const State = Type.Enum(keysOf(serviceStates), { title: '服务状态' });
const Day = (title: string) => Type.String({ format: 'date', title });
const DeathPlace = Type.Enum(keysOf(deathPlaces), { title: '身故地点' });
const Cause = Type.Enum(keysOf(deathCauses), { title: '原因类别' });

/** Calls about a customer's service: its state, its changes and the checklist after its end. */
export const stateApi = {
  getCustomerState: post('/api/customer/getCustomerState', {
    title: '客户的服务状态',
    permission: 'customer:list',
    change: false,
    input: { customerId: Id },
    output: strict({
      id: Id,
      name: Type.String(),
      serviceState: State,
      since: nullable(Type.String()),
      reason: nullable(Type.String()),
      returnDate: nullable(Type.String()),
      place: nullable(DeathPlace),
      cause: nullable(Cause),
      equipmentCount: Type.Integer(),
      /** An emergency contact is reachable; required to start the service. */
      hasEmergencyContact: Type.Boolean(),
      version: Type.Integer(),
      /** Completion time of each item, null while open. The whole object is null while the customer stays. */
      leaving: nullable(
        strict({
          devicesBack: nullable(Instant),
          keysBack: nullable(Instant),
          relativesTold: nullable(Instant),
          /** Informed relatives, as text. */
          relatives: nullable(Type.String()),
          belongings: nullable(Instant),
          archiveSealed: nullable(Instant),
        }),
      ),
    }),
  }),
  updateCustomerState: post('/api/customer/updateCustomerState', {
    title: '变更服务状态',
    permission: 'customer:edit',
    input: {
      id: Id,
      state: State,
      /** First day of the new state; default today. An end of service and a death require a date. */
      date: Type.Optional(Day('日期')),
      reason: Type.Optional(Type.String({ maxLength: 200, title: '原因' })),
      /** For a pause: expected day of return. */
      returnDate: Type.Optional(Day('预计返回')),
      place: Type.Optional(DeathPlace),
      cause: Type.Optional(Cause),
      /** With the end of a service: unbinds the customer's devices. */
      unbind: Type.Optional(Type.Boolean({ title: '解绑设备' })),
      /** Version read by the client: 409 when the customer was changed since. */
      version: Type.Optional(Type.Integer({ minimum: 1 })),
    },
    output: NoData,
  }),
  tickLeaving: post('/api/customer/tickLeaving', {
    title: '退住手续',
    permission: 'customer:edit',
    input: {
      customerId: Id,
      item: Type.Enum(keysOf(leavingItems), { title: '手续' }),
      done: Type.Boolean({ title: '已办' }),
      /** Completion time; default now. */
      at: Type.Optional(Type.String({ ...Instant, title: '办理时间' })),
      /** For the item of the relatives: who was informed. */
      relatives: Type.Optional(Type.String({ maxLength: 100, title: '告知了谁' })),
    },
    output: NoData,
  }),
};
