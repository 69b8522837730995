import { Id, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

/** Cards that are printed at once. */
export const maxCards = 200;

/** Card content of a customer. Numbers are masked as in the record; fields that the kind of card lacks are empty. */
const Card = strict({
  id: Id,
  no: Type.String(),
  name: Type.String(),
  gender: Type.Integer(),
  age: nullable(Type.Integer()),
  photoFileId: nullable(Id),
  abilityLevel: nullable(Type.Integer()),
  /** For the bed card: last day on which the assessed level is valid. */
  assessedUntil: nullable(Type.String({ format: 'date' })),
  /** Null without the permission to view health records. */
  allergies: nullable(Type.Array(Type.String())),
  /** For the bed card: building, room and bed; null without a bed. */
  bed: nullable(Type.String()),
  /** For the bed card: the line 饮食 of the care plan. */
  diet: nullable(Type.String()),
  /** Risks that a caregiver at the bed must know, never an illness; null without the permission for health records. */
  risks: nullable(Type.Array(Type.String())),
  contacts: Type.Array(strict({ name: Type.String(), relation: Type.String(), phone: nullable(Type.String()) })),
  /** Service provider and its phone number. */
  service: Type.String(),
  hotline: nullable(Type.String()),
});

export const customerCardApi = {
  /** All or none, in the order of `ids`. Reads health data: logged in the command log. */
  getCustomerCard: post('/api/customer/getCustomerCard', {
    title: '打印客户卡片',
    permission: 'customer:list',
    input: {
      ids: Type.Array(Id, {
        ...{ minItems: 1, maxItems: maxCards, uniqueItems: true, title: '客户' },
        msg: `一次最多打印${maxCards}张卡片`,
      }),
      /** 老人信息卡 for the pocket or the door, 床头卡 for the bed. */
      kind: Type.Enum(['info', 'bed'], { title: '卡片' }),
    },
    output: Type.Array(Card),
  }),
};

/** Cards are printed from the list and the record of customers. */
export const feature: Feature = { title: '客户', module: 'customer', endpoints: customerCardApi, screens: [] };
