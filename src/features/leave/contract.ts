import { keysOf, leaveKinds } from '#shared/codes.ts';
import { Id, Instant, list, NoData, nullable, post, strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';

const Kind = Type.Enum(keysOf(leaveKinds), { title: '类别' });

/** Current leave: shown with the customer, at the desk and in lists. */
export const Away = strict({ id: Id, kind: Kind, expectedReturn: Instant }, '请假外出');

/** Calls about leaves. */
export const leaveApi = {
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
};
