import { deviceCommands } from '#devices/framer.ts';
import { itemForms, ruleFrom } from '#devices/items.ts';
import { codecNames, codecOf } from '#devices/lorawan/codec.ts';
import { isAlarmType } from '#devices/message.ts';
import { keyTargetOf } from '#devices/profile.ts';
import { isRecord } from '#devices/text.ts';
import { isAddressOrNetwork } from '#server/core/addressRange.ts';

type Check = (value: unknown) => string | undefined;

const isIntegerWithin = (value: unknown, least: number, most: number) =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

const isList = (value: unknown, most: number, isGood: (item: unknown) => boolean) =>
  Array.isArray(value) && value.length <= most && value.every(isGood);

const isCommand = (name: string) => deviceCommands.some((command) => command === name);

/**
 * Checks of the allowed profile keys (protocols.md P11), each returns the problem; `demo` is the product's own mark.
 */
const checks: Readonly<Record<string, Check>> = {
  zoneMinutes: (value) => (isIntegerWithin(value, -720, 840) ? undefined : '时区 zoneMinutes 为 -720 至 840 分钟'),
  alarmBits: (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).every(([bit, type]) => /^([12]?\d|3[01])$/.test(bit) && isAlarmType(type))
      ? undefined
      : '告警位 alarmBits 的形式为 {"位 0–31": "告警类型"}',
  items: (value) =>
    isList(value, 200, (item) => ruleFrom(item) !== null)
      ? undefined
      : `附加项 items 的形式为 [{id, within?, length?, as, factor?, into}]，as 为 ${itemForms.join('、')}`,
  presses: (value) =>
    isList(value, 50, (item) => typeof item === 'string' && /^\S{1,40}$/.test(item))
      ? undefined
      : '按键 presses 为报文类型或键名的列表',
  keys: (value) =>
    isRecord(value) &&
    Object.keys(value).length <= 200 &&
    Object.entries(value).every(([name, target]) => /^.{1,80}$/.test(name) && keyTargetOf(target) !== null)
      ? undefined
      : '属性 keys 的形式为 {"属性名": "体征类型、告警类型或 value"}，或 {"属性名": {"取值": "告警类型"}}',
  codec: (value) =>
    (typeof value === 'string' || isRecord(value)) && codecOf(value) !== null
      ? undefined
      : `解码表 codec 为 ${codecNames.join('、')} 之一，或表本身 {"通道 类型": [[属性名, 读法, 选项?], …]}`,
  commands: (value) =>
    isRecord(value) &&
    Object.entries(value).every(
      ([command, word]) => isCommand(command) && typeof word === 'string' && /^\S{1,80}$/.test(word),
    )
      ? undefined
      : '指令名 commands 的形式为 {"指令": "设备的方法名"}',
  addresses: (value) =>
    isList(value, 50, (item) => typeof item === 'string' && isAddressOrNetwork(item))
      ? undefined
      : '来源地址 addresses 为地址或网段的列表，例如 ["203.0.113.0/24"]',
  maxPerMinute: (value) => (isIntegerWithin(value, 1, 60_000) ? undefined : '每分钟上限 maxPerMinute 为 1 至 60000'),
  demo: () => undefined,
};
const allowedKeys = Object.keys(checks).filter((key) => key !== 'demo');

/** Returns why the decoders cannot read a profile; undefined for a valid one. */
export function profileProblem(profile: Readonly<Record<string, unknown>>): string | undefined {
  for (const [key, value] of Object.entries(profile)) {
    const check = Object.hasOwn(checks, key) ? checks[key] : undefined;
    const problem = check ? check(value) : `没有「${key}」这一项，可用 ${allowedKeys.join('、')}`;
    if (problem) return problem;
  }
  return undefined;
}
