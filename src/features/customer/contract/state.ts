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

/** What is ticked off when somebody leaves, in its order. */
export const leavingItems = {
  devicesBack: '设备已收回',
  keysBack: '钥匙已归还',
  relativesTold: '已告知家属',
  belongings: '个人物品已交还',
  archiveSealed: '档案已封存',
} as const;

/** Why nothing of an archive that was sealed is changed. */
export const archiveSealedMessage = '档案已封存，不能修改';

const State = Type.Enum(keysOf(serviceStates), { title: '服务状态' });
const Day = (title: string) => Type.String({ format: 'date', title });
const DeathPlace = Type.Enum(keysOf(deathPlaces), { title: '身故地点' });
const Cause = Type.Enum(keysOf(deathCauses), { title: '原因类别' });

/** Calls about the service of one person: how it stands, its changes, and what is left to do after its end. */
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
      /** Whether somebody can be called in need: without, the service does not begin. */
      hasEmergencyContact: Type.Boolean(),
      version: Type.Integer(),
      /** When each thing was done; null while it is not. The whole is null while the person stays. */
      leaving: nullable(
        strict({
          devicesBack: nullable(Instant),
          keysBack: nullable(Instant),
          relativesTold: nullable(Instant),
          /** Who was told. */
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
      /** From which day; today when left out. The end of a service and a death name theirs. */
      date: Type.Optional(Day('日期')),
      reason: Type.Optional(Type.String({ maxLength: 200, title: '原因' })),
      /** Of a pause: when the person is to be back. */
      returnDate: Type.Optional(Day('预计返回')),
      place: Type.Optional(DeathPlace),
      cause: Type.Optional(Cause),
      /** With the end of a service: takes the devices off the person. */
      unbind: Type.Optional(Type.Boolean({ title: '解绑设备' })),
      /** The one that was looked at: 409 when somebody has changed the person since. */
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
      /** When it was done; now when left out. */
      at: Type.Optional(Type.String({ ...Instant, title: '办理时间' })),
      /** Of the relatives: who was told. */
      relatives: Type.Optional(Type.String({ maxLength: 100, title: '告知了谁' })),
    },
    output: NoData,
  }),
};
