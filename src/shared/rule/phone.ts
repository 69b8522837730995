import { Type } from '#shared/typebox.ts';

/** Declares a number to dial: mobile, fixed line with extension, short and service numbers. */
export const Phone = (title: string) =>
  Type.String({
    pattern: '^(1[3-9]\\d{9}|0\\d{2,3}-?\\d{7,8}(-\\d{1,6})?|1\\d{2}|12\\d{3}|95\\d{3,6}|400\\d{7})$',
    title,
    msg: '号码格式不正确',
  });
