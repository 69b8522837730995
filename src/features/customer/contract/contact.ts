import { coded } from '#shared/dictionary.ts';
import { Id, nullable, strict } from '#shared/endpoint.ts';
import { QuietFrom, QuietTo } from '#shared/rule/quietHours.ts';
import { Type } from '#shared/typebox.ts';
import { ContactNumber, Name } from './basics.ts';

/** Contact of a customer with unmasked numbers. */
export const UnmaskedContact = strict({
  id: Id,
  name: Type.String(),
  relation: Type.String(),
  mobile: nullable(Type.String()),
  phone: nullable(Type.String()),
  address: nullable(Type.String()),
  hasKey: Type.Boolean(),
  isEmergency: Type.Boolean(),
  isGuardian: Type.Boolean(),
  order: Type.Integer(),
});

const reached = {
  name: Name,
  relation: coded('relation', '关系'),
  order: Type.Integer({ minimum: 1, maximum: 99, title: '顺序' }),
  isEmergency: Type.Optional(Type.Boolean({ title: '紧急联系人' })),
  isGuardian: Type.Optional(Type.Boolean({ title: '监护人' })),
  hasKey: Type.Optional(Type.Boolean({ title: '有钥匙' })),
};
const ContactAddress = Type.String({ maxLength: 200, title: '联系人地址' });
/** Customer record of a contact who is also served. */
const LinkedId = Type.String({ ...Id, title: '也是服务对象' });
/** Free text: hours at which the contact is reachable. */
const Hours = Type.String({ maxLength: 50, title: '可联系时间' });

export const ContactInput = strict({
  ...reached,
  mobile: Type.Optional(ContactNumber),
  phone: Type.Optional(ContactNumber),
  address: Type.Optional(ContactAddress),
  hours: Type.Optional(Hours),
  quietFrom: Type.Optional(QuietFrom),
  quietTo: Type.Optional(QuietTo),
  linkedId: Type.Optional(LinkedId),
});

/** Contact in the complete list: for an existing contact (`id`) an absent field stays, null empties it. */
export const ContactEdit = strict({
  id: Type.Optional(Type.String({ ...Id, title: '编号' })),
  ...reached,
  mobile: Type.Optional(nullable(ContactNumber)),
  phone: Type.Optional(nullable(ContactNumber)),
  address: Type.Optional(nullable(ContactAddress)),
  hours: Type.Optional(nullable(Hours)),
  /** Both together or neither. */
  quietFrom: Type.Optional(nullable(QuietFrom)),
  quietTo: Type.Optional(nullable(QuietTo)),
  linkedId: Type.Optional(nullable(LinkedId)),
});
