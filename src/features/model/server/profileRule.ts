import { isAlarmType } from '#devices/message.ts';

type Check = (value: unknown) => string | undefined;

const whole = (value: unknown, least: number, most: number) =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

/** What may stand in a profile (protocols.md P11), and what is wrong with it; the product's own mark of demo rows may stay. */
const checks: Readonly<Record<string, Check>> = {
  zoneMinutes: (value) => (whole(value, -720, 840) ? undefined : '时区 zoneMinutes 为 -720 至 840 分钟'),
  alarmBits: (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).every(([bit, type]) => /^([12]?\d|3[01])$/.test(bit) && isAlarmType(type))
      ? undefined
      : '告警位 alarmBits 的形式为 {"位 0–31": "告警类型"}',
  demo: () => undefined,
};

/** Why a profile cannot be read by the decoders; undefined for a good one. */
export function profileProblem(profile: Readonly<Record<string, unknown>>): string | undefined {
  for (const [key, value] of Object.entries(profile)) {
    const check = Object.hasOwn(checks, key) ? checks[key] : undefined;
    const problem = check ? check(value) : `没有「${key}」这一项，可用 zoneMinutes、alarmBits`;
    if (problem) return problem;
  }
  return undefined;
}
