import { customer } from '#features/customer/contract.ts';
import { keysOf } from '#shared/codes.ts';
import { Id, NoData, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import type { Fields, KeysWith } from '#shared/resourceField.ts';
import { Type } from '#shared/typebox.ts';

const Pair = {
  keepId: Type.String({ ...Id, title: '保留的客户' }),
  dropId: Type.String({ ...Id, title: '并入的客户' }),
};
/** Parts with a title of their own: several columns that are chosen together. */
const ownTitles = { idNo: '证件、出生日期与性别', home: '居住地址' } as const;
const homeSort = 5;

export type MergeField = KeysWith<typeof customer.fields, { merge: number }> | 'home';

const sorted = [
  ...Object.entries(customer.fields as Fields).flatMap(([key, { merge, schema }]) =>
    merge === undefined ? [] : [{ key, sort: merge, title: (schema as { title?: string }).title }],
  ),
  { key: 'home', sort: homeSort, title: ownTitles.home },
].sort((a, b) => a.sort - b.sort);

/** Titles of the parts that are chosen from one of two merged customers, in the order of the comparison. */
export const mergeTitles = {
  ...Object.fromEntries(sorted.map(({ key, title }) => [key, title])),
  ...ownTitles,
} as Record<MergeField, string>;
const side = (title: string) => Type.Optional(Type.Enum(['keep', 'drop'], { title }));
const MergeChoice = Object.fromEntries(Object.entries(mergeTitles).map(([key, title]) => [key, side(title)])) as Record<
  MergeField,
  ReturnType<typeof side>
>;
const MergedOne = strict({ id: Id, no: Type.String(), name: Type.String() });

/** Calls that merge two customers. */
export const customerMergeApi = {
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
          /** Why the proposed side is the only one; absent: either may be chosen. */
          locked: Type.Optional(Type.String()),
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

/** Customers are merged from their list. */
export const feature: Feature = { title: '客户', module: 'customer', endpoints: customerMergeApi, screens: [] };
