import { coded } from '#shared/dictionary.ts';
import { Id, nullable, pick, strict } from '#shared/endpoint.ts';
import { resource } from '#shared/resource.ts';
import { field } from '#shared/resourceField.ts';
import { QuietFrom, QuietTo } from '#shared/rule/quietHours.ts';
import { Type } from '#shared/typebox.ts';
import { ContactNumber, Name } from './basics.ts';

const flag = { always: true } as const;

/** Contact of a customer, in the order of calling. */
export const contact = resource('customerContact', '联系人', {
  name: field(Name, { required: true, import: { title: '联系人姓名', hint: '2-20位', example: '吴建国' } }),
  relation: field(coded('relation', '关系'), { required: true, import: { example: '儿子' } }),
  mobile: field(ContactNumber, { import: { title: '联系人手机', hint: '手机或服务号码', example: '13900001234' } }),
  phone: field(ContactNumber, { import: { title: '联系人固话', hint: '区号-号码', example: '' } }),
  address: field(Type.String({ maxLength: 200, title: '联系人地址' }), { import: { hint: '', example: '' } }),
  order: field(Type.Integer({ minimum: 1, maximum: 99, title: '顺序' }), {
    required: true,
    import: { hint: '1最先拨打；不填按文件中的先后', example: '1', required: false },
  }),
  isEmergency: field(Type.Boolean({ title: '紧急联系人' }), { ...flag, import: { example: '是' } }),
  isGuardian: field(Type.Boolean({ title: '监护人' }), { ...flag, import: { example: '否' } }),
  hasKey: field(Type.Boolean({ title: '有钥匙' }), { ...flag, import: { example: '是' } }),
  /** Free text: hours at which the contact is reachable. */
  hours: field(Type.String({ maxLength: 50, title: '可联系时间' }), {
    import: { hint: '不超过50字', example: '晚上七点以后' },
  }),
  /** Both together or neither: only the most urgent alarms call the contact then. */
  quietFrom: field(QuietFrom, { import: { hint: '如 22:00，与静默结束一起填写', example: '22:00' } }),
  quietTo: field(QuietTo, { import: { hint: '如 07:00', example: '07:00' } }),
  /** Customer record of a contact who is also served. */
  linkedId: field(Type.String({ ...Id, title: '也是服务对象' }), {
    record: false,
    import: { key: 'linked', hint: '联系人也是客户时，填本人的身份证号', example: '' },
  }),
});

export const ContactInput = strict(contact.addProps);

/** Contact in the complete list: for an existing contact (`id`) an absent field stays, null empties it. */
export const ContactEdit = strict({
  id: Type.Optional(Type.String({ ...Id, title: '编号' })),
  ...contact.fullProps,
});

/** Contact with unmasked numbers, as the desk shows it. */
export const UnmaskedContact = strict({
  id: Id,
  ...pick(contact.recordProps, ['name', 'relation', 'mobile', 'phone', 'address']),
  ...pick(contact.recordProps, ['hasKey', 'isEmergency', 'isGuardian', 'order']),
});

/** Contact on the record page; numbers are masked like the customer's. */
export const RecordContact = strict({
  id: Id,
  ...contact.recordProps,
  /** Customer record of the contact; only within the scope. */
  linked: nullable(strict({ id: Id, name: Type.String() })),
});
