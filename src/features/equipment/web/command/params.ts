import { type DeviceCommand, deviceCommands, keysOf } from '#shared/codes.ts';
import { problemsOf } from '#shared/rules.ts';
import type { Field, FormValues, Rule } from '#web/form/types.ts';
import { commandParams } from '../../contract/command.ts';

/** The fields of the parameters, each called by its command and its name: a form has those of all commands. */
export const paramFields: Readonly<Partial<Record<DeviceCommand, Field[]>>> = {
  interval: [
    { field: 'interval.seconds', label: '上报间隔', kind: 'number', unit: '秒', required: true, hint: '10–86400 秒' },
  ],
  heart_interval: [
    {
      field: 'heart_interval.seconds',
      label: '心率间隔',
      kind: 'number',
      unit: '秒',
      required: true,
      hint: '0 为关闭',
    },
  ],
  fall_sensitivity: [
    {
      field: 'fall_sensitivity.level',
      label: '灵敏度',
      kind: 'number',
      required: true,
      hint: '0 为关闭，越大越灵敏，上限随型号',
    },
  ],
  call: [
    {
      field: 'call.number',
      label: '回拨号码',
      kind: 'phone',
      required: true,
      hint: '客户本人、联系人或项目热线；其他号码须有编辑设备的权限',
    },
  ],
  contacts: [
    {
      field: 'contacts.sos',
      label: 'SOS 号码',
      kind: 'lines',
      rows: 3,
      required: true,
      wide: true,
      hint: '每行一个，最多 3 个，按顺序拨打',
    },
  ],
  quiet_hours: [
    {
      field: 'quiet_hours.periods',
      label: '静默时段',
      kind: 'lines',
      rows: 4,
      required: true,
      wide: true,
      hint: '每行一段，如 21:10-07:30，最多 4 段',
    },
  ],
};

const period = /^\s*(\d{1,2}:\d{2})\s*[-–—~至]\s*(\d{1,2}:\d{2})\s*$/;

const lines = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const clock = (text = '') => text.padStart(5, '0');

/** What stands in the form as the parameters of the command. */
export function paramsOf(command: DeviceCommand, values: FormValues): Record<string, unknown> {
  if (command === 'parameters') return { read: [] };
  const given = Object.fromEntries(
    (paramFields[command] ?? []).map(({ field }) => [field.slice(command.length + 1), values[field]]),
  );
  if (command !== 'quiet_hours') return given;
  return {
    periods: lines(given.periods).map((line) => {
      const [, from, to] = period.exec(line) ?? [];
      return { from: clock(from), to: clock(to) };
    }),
  };
}

/** What is wrong with a parameter, by the rules of the call. */
const ruleOf = (command: DeviceCommand, field: string): Rule => ({
  field,
  rule: 'param',
  check: (values) => {
    if (values.command !== command || values[field] === undefined) return undefined;
    const problems = problemsOf(commandParams[command], paramsOf(command, values));
    return problems.find((one) => one.field.split('.')[0] === field.slice(command.length + 1))?.msg;
  },
});

export const paramRules: readonly Rule[] = keysOf(deviceCommands).flatMap((command) =>
  (paramFields[command] ?? []).map(({ field }) => ruleOf(command, field)),
);

/** The parameters of a command in words: 600 秒, 21:10-07:30. */
export function paramsText(command: DeviceCommand, params: Readonly<Record<string, unknown>>): string {
  const { seconds, level, number, sos, periods } = params;
  if (typeof seconds === 'number') return `${seconds} 秒`;
  if (typeof level === 'number') return level === 0 ? '关闭' : `${level} 级`;
  if (command === 'contacts') return lines(sos).join('、');
  if (command === 'quiet_hours')
    return (periods as { from: string; to: string }[]).map(({ from, to }) => `${from}-${to}`).join('、');
  return typeof number === 'string' ? number : '';
}

export const commandWord = (command: DeviceCommand): string => deviceCommands[command];
