import type { PushMapping } from '#devices/json/push.ts';
import { nightPaths } from '#devices/json/pushNight.ts';
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

const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');

/** Throws 400 for data points without lists or keys, and for places inside that are no list. */
function validatePoints({ inside, points }: Record<string, unknown>): void {
  if (inside !== undefined && !areTexts(inside)) throw invalidField('mapping.inside', 'inside 须是一个位置列表');
  if (points === undefined) return;
  if (!isRecord(points)) throw invalidField('mapping.points', 'points 须说明数据点的位置');
  if (!areTexts(points.lists)) throw invalidField('mapping.points.lists', 'points 须说明列表的位置 lists');
  for (const key of ['code', 'value'])
    if (typeof points[key] !== 'string') throw invalidField(`mapping.points.${key}`, `points 须说明字段名 ${key}`);
  if (points.time !== undefined && !areTexts(points.time))
    throw invalidField('mapping.points.time', 'points 的 time 须是字段名列表');
}

/** Returns what is wrong with one part of a night's rule; null if nothing is. */
function nightProblem(name: string, value: unknown): string | null {
  if (name === 'unit') return value === 's' || value === 'min' ? null : 'night 的单位 unit 须是 s 或 min';
  if (!(nightPaths as readonly string[]).includes(name)) return `night 没有「${name}」这一项`;
  return typeof value === 'string' ? null : `night 须说明 ${name} 的位置`;
}

/** Throws 400 for a night's rule without times, or with keys that nobody reads. */
function validateNight({ night }: Record<string, unknown>): void {
  if (night === undefined) return;
  if (!isRecord(night)) throw invalidField('mapping.night', 'night 须说明各字段的位置');
  for (const [name, value] of Object.entries({ from: undefined, to: undefined, ...night })) {
    const problem = nightProblem(name, value);
    if (problem !== null) throw invalidField(`mapping.night.${name}`, problem);
  }
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
  validateNight(mapping);
  validatePoints(mapping);
  return mapping as unknown as PushMapping;
}
