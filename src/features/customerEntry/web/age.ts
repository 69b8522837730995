import { ageOn, isUnusualAge, todayInChina } from '#shared/idCard.ts';
import { now } from '#web/core/now.ts';
import { box } from '#web/message/message.tsx';

/**
 * Asks the user to confirm an unusual age; false: back to the form.
 * @param stored the saved birth date
 */
export async function confirmAge(birthDate: unknown, stored: string | null | undefined): Promise<boolean> {
  if (typeof birthDate !== 'string' || birthDate === stored) return true;
  const age = ageOn(birthDate, todayInChina(now()));
  if (!isUnusualAge(age)) return true;
  return box.confirm(`出生日期 ${birthDate}，今年 ${age} 岁。服务对象多在 40 至 110 岁之间。`, {
    title: `年龄 ${age} 岁，没有填错？`,
    level: 'warning',
    ok: '没有填错，保存',
    cancel: '回去修改',
  });
}
