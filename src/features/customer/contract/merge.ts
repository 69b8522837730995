import { keysOf } from '#shared/codes.ts';
import { Id, NoData, nullable, post, strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';

const Pair = {
  keepId: Type.String({ ...Id, title: '保留的客户' }),
  dropId: Type.String({ ...Id, title: '并入的客户' }),
};
/** Titles of the parts that are chosen from one of two merged customers. */
export const mergeTitles = {
  name: '姓名',
  idNo: '证件、出生日期与性别',
  mobile: '手机号',
  phone: '固定电话',
  home: '居住地址',
  entryNote: '入户方式',
  livingState: '居住情况',
  ethnicity: '民族',
  marital: '婚姻状况',
  education: '文化程度',
  abilityLevel: '能力等级',
  photoFileId: '照片',
  serviceState: '服务状态',
} as const;
const side = (title: string) => Type.Optional(Type.Enum(['keep', 'drop'], { title }));
const MergeChoice = Object.fromEntries(Object.entries(mergeTitles).map(([key, title]) => [key, side(title)])) as Record<
  keyof typeof mergeTitles,
  ReturnType<typeof side>
>;
const MergedOne = strict({ id: Id, no: Type.String(), name: Type.String() });

/** Calls that merge two customers. */
export const mergeApi = {
  /** Previews a merge: differences (masked), what would move, and the reason if the merge is impossible. */
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
          field: Type.Enum(keysOf(mergeTitles)),
          title: Type.String(),
          keep: nullable(Type.String()),
          drop: nullable(Type.String()),
          /** Proposed side: the kept customer, unless this value is unknown there. */
          preset: Type.Enum(['keep', 'drop']),
        }),
      ),
      contacts: Type.Integer(),
      equipment: Type.Integer(),
      openWarns: Type.Integer(),
      refusal: nullable(Type.String()),
    }),
  }),
  /** Irreversible: contacts, devices, alarms and files move; readings and positions stay under the merged customer. */
  mergeCustomer: post('/api/customer/mergeCustomer', {
    title: '合并客户',
    permission: 'customer:merge',
    input: {
      ...Pair,
      fields: Type.Optional(strict(MergeChoice, '合并取值')),
    },
    output: NoData,
  }),
};
