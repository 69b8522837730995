import type { PushMapping } from '#devices/json/push.ts';
import { isAlarmType } from '#devices/message.ts';
import { isRecord } from '#devices/text.ts';
import { invalidField } from '#server/core/problem.ts';

function rulesOf(mapping: Record<string, unknown>, name: 'alarms' | 'readings'): Record<string, unknown>[] {
  const rules = mapping[name];
  if (rules === undefined) return [];
  const isGood = Array.isArray(rules) && rules.every((rule) => isRecord(rule) && typeof rule.path === 'string');
  if (!isGood) throw invalidField(`mapping.${name}`, `${name} 须是一个列表，每一项说明位置 path`);
  return rules;
}

/** Throws 400 with the path in the mapping for an alarm that the product does not know. */
function validateAlarms(mapping: Record<string, unknown>): void {
  for (const [place, { values }] of rulesOf(mapping, 'alarms').entries()) {
    const field = `mapping.alarms.${place}.values`;
    if (!isRecord(values)) throw invalidField(field, `alarms 第 ${place + 1} 项须说明取值 values`);
    for (const [value, type] of Object.entries(values))
      if (!isAlarmType(type))
        throw invalidField(`${field}.${value}`, `alarms 第 ${place + 1} 项的取值「${value}」：没有告警类型「${type}」`);
  }
}

function validateReadings(mapping: Record<string, unknown>): void {
  for (const [place, { kind }] of rulesOf(mapping, 'readings').entries())
    if (typeof kind !== 'string' || kind === '')
      throw invalidField(`mapping.readings.${place}.kind`, `readings 第 ${place + 1} 项须说明类别 kind`);
}

/** Returns the mapping for decoders; 400 when it is incomplete or names unknown alarms. */
export function validateMapping(mapping: Record<string, unknown> | undefined): PushMapping | undefined {
  if (mapping === undefined) return undefined;
  const numbers = mapping.number;
  const isNative = mapping.body === 'own';
  const isMapped =
    (mapping.body === 'json' || mapping.body === 'form') &&
    Array.isArray(numbers) &&
    numbers.length > 0 &&
    numbers.every((path) => typeof path === 'string');
  if (!isNative && !isMapped)
    throw invalidField('mapping', '字段映射须说明 body（own、json 或 form）和设备号的位置 number');
  validateAlarms(mapping);
  validateReadings(mapping);
  return mapping as unknown as PushMapping;
}
