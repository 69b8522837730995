import { addressText } from '#shared/address.ts';
import type { WarnStatus } from '#shared/codes.ts';
import { isOfferedTo } from '#shared/warnOrder.ts';
import { genders, warnLevels, warnTypes } from '#web/data/codeLabels.ts';
import { ago } from '#web/data/format.ts';
import type { WarnRow } from './types.ts';

/** Colour of each state's label. */
export const statusTones: Record<WarnStatus, string> = {
  pending: 'text-level1-text',
  handling: 'text-primary-text',
  done: '',
  false: '',
};

/** Returns 吴阿根; without a customer the device number, or the count of unregistered numbers. */
export function subjectName(
  row: Pick<WarnRow, 'customerName' | 'equipmentSn' | 'phone'> & { numbers?: number | null },
): string {
  if (row.numbers) return `${row.numbers} 个未登记号码`;
  return row.customerName ?? row.equipmentSn ?? row.phone ?? '客户未知';
}

/** Returns 男 86 岁, as far as known. */
export function sexAndAge(row: Pick<WarnRow, 'gender' | 'age'>): string {
  const gender = row.gender === 1 || row.gender === 2 ? genders[row.gender] : '';
  return [gender, row.age === null ? '' : `${row.age} 岁`].filter(Boolean).join(' ');
}

/** Returns 按了 3 次 of a warn that joined others; a rule presses nothing. Null for a single one. */
export const timesText = ({ type, repeatCount }: Pick<WarnRow, 'type' | 'repeatCount'>): string | null =>
  repeatCount > 0 ? `${type === 'health' ? '触发' : '按了'} ${repeatCount + 1} 次` : null;

/** Returns the text that a screen reader announces once: 紧急，主动呼救，吴阿根，86 岁，梧桐苑 9幢2单元602，按 F2 接警. */
export function spokenWarn(row: WarnRow, key: string | null): string {
  const age = row.age === null ? null : `${row.age} 岁`;
  const who = [subjectName(row), stateMark(row), age];
  const level = warnLevels[row.level as 1 | 2 | 3 | 4];
  return [level, warnTypes[row.type], ...who, addressText(row), key && `按 ${key} 接警`].filter(Boolean).join('，');
}

/**
 * Returns 补传 43 分钟前 (device time of a late warn), 迟到 for one that was raised silently; null for one in time. `now` in
 * ms.
 */
export function lateText(
  row: Pick<WarnRow, 'late' | 'silent' | 'occurredAt' | 'receivedAt'>,
  now: number,
): string | null {
  if (!row.late) return null;
  if (row.silent) return '迟到';
  const deviceTime = row.occurredAt === null ? Number.NaN : Date.parse(row.occurredAt);
  const delay = Date.parse(row.receivedAt) - deviceTime;
  // A device clock far ahead or decades behind is useless.
  if (!(delay >= 60_000 && delay <= 86_400_000)) return '补传';
  return `补传 ${ago(now - deviceTime)}`;
}

/** Returns 定位手表: the device name without its customer's name, which is shown next to it. */
export function deviceText(row: Pick<WarnRow, 'equipmentName' | 'equipmentSn' | 'customerName'>): string | null {
  const { equipmentName: name, customerName: owner } = row;
  if (name === null) return row.equipmentSn;
  const short = owner !== null && name.startsWith(owner) ? name.slice(owner.length).replace(/^的/, '').trim() : name;
  return short || name;
}

/** Returns 测试 for a device's test window (rings nowhere), 演练 for a drill; otherwise null. */
export function testMark({ test, silent, level }: Pick<WarnRow, 'test' | 'silent' | 'level'>): string | null {
  if (!test) return null;
  return silent && level === 4 ? '测试' : '演练';
}

/** Returns 暂停, 已终止, 已故 for a customer without an active service, to show next to the name; null for others. */
export function stateMark({ serviceState }: Pick<WarnRow, 'serviceState'>): string | null {
  if (serviceState === 'paused') return '暂停';
  if (serviceState === 'ended') return '已终止';
  return serviceState === 'deceased' ? '已故' : null;
}

/** Returns 已派给您 for a warn offered to this user; otherwise null. */
export function offeredMark(row: Pick<WarnRow, 'status' | 'offeredTo'>, userId: string | null): string | null {
  return isOfferedTo(row, userId) ? '已派给您' : null;
}
