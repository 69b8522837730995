import { keysOf } from '#shared/codes.ts';
import { Id, Nothing, nullable, post, strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';

const Pair = {
  keepId: Type.String({ ...Id, title: '保留的客户' }),
  dropId: Type.String({ ...Id, title: '并入的客户' }),
};
const Side = Type.Optional(Type.Enum(['keep', 'drop']));
/** What is chosen between two people who become one. */
const MergeChoice = {
  ...{ name: Side, idNo: Side, mobile: Side, phone: Side, home: Side, entryNote: Side, livingState: Side },
  ...{ ethnicity: Side, marital: Side, education: Side, abilityLevel: Side, photoFileId: Side, serviceState: Side },
};
const MergedOne = strict({ id: Id, no: Type.String(), name: Type.String() });

/** Two people become one. */
export const mergeApi = {
  /** Before two people become one: where they differ, masked, what would move, and why it cannot be done where that is so. */
  getCustomerMerge: post('/api/customer/getCustomerMerge', {
    title: '比较两位客户',
    permission: 'customer:merge',
    change: false,
    input: Pair,
    output: strict({
      keep: MergedOne,
      drop: MergedOne,
      fields: Type.Array(
        strict({
          field: Type.Enum(keysOf(MergeChoice)),
          title: Type.String(),
          keep: nullable(Type.String()),
          drop: nullable(Type.String()),
          /** Who is proposed: the one who is kept unless nothing is known of them there. */
          preset: Type.Enum(['keep', 'drop']),
        }),
      ),
      contacts: Type.Integer(),
      equipment: Type.Integer(),
      openWarns: Type.Integer(),
      refusal: nullable(Type.String()),
    }),
  }),
  /** For good: contacts, devices, alarms and files go over; what was measured is found through the one who went. */
  mergeCustomer: post('/api/customer/mergeCustomer', {
    title: '合并客户',
    permission: 'customer:merge',
    input: {
      ...Pair,
      fields: Type.Optional(strict(MergeChoice)),
    },
    output: Nothing,
  }),
};
