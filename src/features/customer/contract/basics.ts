import { Type } from '#shared/typebox.ts';

export const Name = Type.String({
  pattern: '^[\\p{Script=Han}A-Za-z·][\\p{Script=Han}A-Za-z· ]{1,19}$',
  title: '姓名',
  msg: '请输入2-20位姓名',
});
export const Mobile = Type.String({ pattern: '^1[3-9]\\d{9}$', title: '手机号', msg: '请输入正确的手机号' });
export const Landline = Type.String({
  pattern: '^0\\d{2,3}-?\\d{7,8}(-\\d{1,6})?$',
  title: '固定电话',
  msg: '请输入正确的固定电话',
});
/** Contacts may have service numbers too: 120, 12349, 95…, 400… (domain.md 3.2). */
export const ContactNumber = Type.String({
  pattern: '^(1[3-9]\\d{9}|0\\d{2,3}-?\\d{7,8}(-\\d{1,6})?|1\\d{2}|12\\d{3}|95\\d{3,6}|400\\d{7})$',
  title: '联系人电话',
  msg: '号码格式不正确',
});
export const ShortText = (title: string, max = 100) => Type.String({ minLength: 1, maxLength: max, title });
export const Day = (title: string) => Type.String({ format: 'date', title });
