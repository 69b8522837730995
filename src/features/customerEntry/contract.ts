import { BenefitEdits, Benefits } from '#features/benefit/contract.ts';
import { Consents } from '#features/consent/contract.ts';
import { ContactEdit, ContactInput, customer } from '#features/customer/contract.ts';
import { Id, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { type TSchema, Type } from '#shared/typebox.ts';

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

export const customerEntryApi = {
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
  uploadCustomerPhoto: post('/api/customer/uploadCustomerPhoto', {
    title: '上传客户照片',
    permission: 'customer:edit',
    upload: true,
    input: { id: Id },
    output: strict({ fileId: Id }),
  }),
};

/** Customers are entered from their list and edited from their record. */
export const feature: Feature = { title: '客户', module: 'customer', endpoints: customerEntryApi, screens: [] };
