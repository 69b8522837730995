import { BenefitEdits, Benefits } from '#features/benefit/contract.ts';
import { Consents } from '#features/consent/contract.ts';
import { Id, NoData, post, strict } from '#shared/endpoint.ts';
import { type TSchema, Type } from '#shared/typebox.ts';
import { ContactEdit, ContactInput } from '#features/customer/contract/contact.ts';
import { customer } from '#features/customer/contract/fields.ts';

const added = {
  ...customer.addProps,
  contacts: Type.Optional(Type.Array(ContactInput, { maxItems: 20, title: '联系人' })),
  /** Consents at creation; later signatures are added by their own call. */
  consent: Type.Optional(Consents),
  /** Benefits at creation; later ones have their own calls. */
  benefits: Type.Optional(Benefits),
};
const edited = {
  ...customer.editProps,
  contacts: Type.Optional(Type.Array(ContactEdit, { maxItems: 20, title: '联系人' })),
  /** New signatures; existing ones are never overwritten. */
  consent: Type.Optional(Consents),
  benefits: Type.Optional(BenefitEdits),
};

/** Returns the same fields without value rules. */
function loose<T extends Record<string, TSchema>>(fields: T) {
  const any = Object.entries(fields).map(([key, schema]) => {
    const { title = '' } = schema as { title?: string };
    return [key, Type.Optional(Type.Unknown({ title }))];
  });
  return Object.fromEntries(any) as {
    [K in keyof T]: ReturnType<typeof Type.Optional<ReturnType<typeof Type.Unknown>>>;
  };
}

const Problem = strict({ field: Type.String(), rule: Type.String(), msg: Type.String() });
/** Possible duplicate. Includes identity only within the viewer's scope. */
const Duplicate = strict({
  reason: Type.Enum(['idNo', 'nameBirth', 'phone']),
  msg: Type.String(),
  id: Type.Optional(Id),
  name: Type.Optional(Type.String()),
});

export const entryApi = {
  addCustomer: post('/api/customer/addCustomer', {
    title: '新增客户',
    permission: 'customer:edit',
    input: added,
    output: strict({ id: Id, no: Type.String() }),
  }),
  /** Absent: unchanged; null: emptied. `contacts` is the complete list, guarded by the customer's version. */
  editCustomer: post('/api/customer/editCustomer', {
    title: '编辑客户',
    permission: 'customer:edit',
    input: edited,
    output: strict({ id: Id, version: Type.Integer() }),
  }),
  /**
   * Returns the problems that adding or editing would be refused for, and possible duplicates; stores nothing. With
   * `id` it checks an edit of that customer.
   */
  checkCustomer: post('/api/customer/checkCustomer', {
    title: '核对客户信息',
    permission: 'customer:edit',
    change: false,
    // Field problems are returned in the answer, not thrown.
    input: { ...loose(edited), id: Type.Optional(Id) },
    output: strict({ errors: Type.Array(Problem), duplicates: Type.Array(Duplicate) }),
  }),
  /** Only customers who are not served yet; all or none. */
  deleteCustomer: post('/api/customer/deleteCustomer', {
    title: '删除客户',
    permission: 'customer:edit',
    input: { ids: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true, title: '客户' }) },
    output: NoData,
  }),
};
