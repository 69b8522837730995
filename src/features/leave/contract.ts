import { keysOf, leaveKinds, serviceStates } from '#shared/codes.ts';
import { deathCauses, deathPlaces } from '#shared/death.ts';
import { Id, Instant, list, NoData, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

/** Items of the leaving checklist, in order. */
export const leavingItems = {
  devicesBack: '设备已收回',
  keysBack: '钥匙已归还',
  relativesTold: '已告知家属',
  belongings: '个人物品已交还',
  archiveSealed: '档案已封存',
} as const;

const State = Type.Enum(keysOf(serviceStates), { title: '服务状态' });
const DeathPlace = Type.Enum(keysOf(deathPlaces), { title: '身故地点' });
const Cause = Type.Enum(keysOf(deathCauses), { title: '原因类别' });
const Kind = Type.Enum(keysOf(leaveKinds), { title: '类别' });

/** Current leave: shown with the customer, at the desk and in lists. */
export const Away = strict({ id: Id, kind: Kind, expectedReturn: Instant }, '请假外出');

/** Calls about leaves, and about what is to be done after the end of the service. */
export const leaveApi = {
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
  getLeaveList: list('/api/customer/getLeaveList', {
    title: '请假列表',
    permission: 'customer:list',
    filters: {
      customerId: Type.Optional(Id),
      /** Leaves that have not ended. */
      open: Type.Optional(Type.Boolean({ title: '未销假' })),
    },
    sort: ['from'],
    row: strict({
      id: Id,
      customerId: Id,
      customerName: Type.String(),
      kind: Kind,
      from: Instant,
      expectedReturn: Instant,
      returnedAt: nullable(Instant),
      companion: nullable(Type.String()),
      phone: nullable(Type.String()),
      note: nullable(Type.String()),
    }),
  }),
  addLeave: post('/api/customer/addLeave', {
    title: '请假',
    permission: 'customer:edit',
    input: {
      customerId: Id,
      kind: Kind,
      from: Type.String({ ...Instant, title: '离开时间' }),
      expectedReturn: Type.String({ ...Instant, title: '预计返回', after: 'from' }),
      companion: Type.Optional(Type.String({ maxLength: 50, title: '陪同人' })),
      phone: Type.Optional(Type.String({ pattern: '^[0-9+-]{3,20}$', title: '联系电话', msg: '号码格式不正确' })),
      note: Type.Optional(Type.String({ maxLength: 200, title: '备注' })),
    },
    output: strict({ id: Id }),
  }),
  returnLeave: post('/api/customer/returnLeave', {
    title: '销假',
    permission: 'customer:edit',
    input: { id: Id, at: Type.Optional(Type.String({ ...Instant, title: '返回时间' })) },
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

/** Leaves are shown in the record of their customer. */
export const feature: Feature = {
  title: '客户',
  module: 'customer',
  labels: { 'customer_leave.kind': leaveKinds },
  endpoints: leaveApi,
  screens: [],
};
