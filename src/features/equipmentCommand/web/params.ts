import { type DeviceCommand, deviceCommands, keysOf } from '#shared/codes.ts';
import { problemsOf } from '#shared/rule/rules.ts';
import type { Field, FormValues, Rule } from '#web/form/types.ts';
import { commandParams } from '../contract.ts';

/** Fields of the parameters, named by command and parameter: a form contains those of all commands. */
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
    {
      field: 'contacts.family',
      label: '亲情号',
      kind: 'lines',
      rows: 3,
      wide: true,
      hint: '每行一个姓名和号码，如 张敏 13912345678，最多 10 个；不填则不改',
    },
    {
      field: 'contacts.whitelist',
      label: '白名单',
      kind: 'lines',
      rows: 3,
      wide: true,
      hint: '每行一个号码，最多 20 个，随型号；不填则不改',
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
  parameters: [
    {
      field: 'parameters.text',
      label: '显示文字',
      kind: 'textarea',
      maxLength: 200,
      rows: 2,
      wide: true,
      hint: '显示在设备屏幕上；留空则读取设备的参数',
    },
  ],
};

const period = /^\s*(\d{1,2}:\d{2})\s*[-–—~至]\s*(\d{1,2}:\d{2})\s*$/;

/** Formats 张敏 13912345678. */
const personLine = /^\s*(.*?)[\s,，]*([0-9+-]+)\s*$/;
function personOf(line: string): { name: string; number: string } {
  const [, name = '', number = line] = personLine.exec(line) ?? [];
  return { name, number };
}
const spanText = ({ from, to }: { from: string; to: string }) => `${from}-${to}`;
const personText = ({ name, number }: { name: string; number: string }) => `${name} ${number}`;
const lines = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const clock = (text = '') => text.padStart(5, '0');

/** Converts the form's values to the command's parameters. */
export function paramsOf(command: DeviceCommand, values: FormValues): Record<string, unknown> {
  if (command === 'parameters') {
    const text = values['parameters.text'];
    return text ? { set: { text } } : { read: [] };
  }
  const input = Object.fromEntries(
    (paramFields[command] ?? []).map(({ field }) => [field.slice(command.length + 1), values[field]]),
  );
  if (command === 'contacts') {
    const { sos, family, whitelist } = input;
    return {
      ...(sos !== undefined && {
        sos: lines(sos)
          .map((number) => number.trim())
          .filter(Boolean),
      }),
      ...(family !== undefined && { family: lines(family).map(personOf) }),
      ...(whitelist !== undefined && { whitelist }),
    };
  }
  if (command !== 'quiet_hours') return input;
  return {
    periods: lines(input.periods).map((line) => {
      const [, from, to] = period.exec(line) ?? [];
      return { from: clock(from), to: clock(to) };
    }),
  };
}

/** Converts sent parameters to form values; masked numbers are left out, to be entered again. */
export function valuesOf(command: DeviceCommand, params: Readonly<Record<string, unknown>>): FormValues {
  const { periods, family } = params;
  const fields = {
    ...params,
    ...(Array.isArray(periods) && { periods: periods.map(spanText) }),
    ...(Array.isArray(family) && { family: family.map(personText) }),
  };
  const readable = Object.entries(fields).filter(([, value]) => !JSON.stringify(value).includes('*'));
  return Object.fromEntries(readable.map(([name, value]) => [`${command}.${name}`, value]));
}

/** Returns the form rule of a parameter, from the call's rules. */
const ruleOf = (command: DeviceCommand, field: string): Rule => ({
  field,
  rule: 'param',
  check: (values) => {
    if (values.command !== command || values[field] === undefined) return undefined;
    const problems = problemsOf(commandParams[command], paramsOf(command, values));
    return problems.find((problem) => problem.field.split('.')[0] === field.slice(command.length + 1))?.msg;
  },
});

export const paramRules: readonly Rule[] = keysOf(deviceCommands).flatMap((command) =>
  (paramFields[command] ?? []).map(({ field }) => ruleOf(command, field)),
);

/** Formats the parameters of a command: 600 秒, 21:10-07:30. */
export function paramsText(command: DeviceCommand, params: Readonly<Record<string, unknown>>): string {
  const { seconds, level, number, sos, family, whitelist, periods, set } = params;
  if (typeof seconds === 'number') return `${seconds} 秒`;
  if (typeof level === 'number') return level === 0 ? '关闭' : `${level} 级`;
  if (command === 'contacts') {
    const familyTexts = Array.isArray(family) ? family.map(personText) : [];
    return [...lines(sos), ...familyTexts, ...lines(whitelist)].join('、');
  }
  if (typeof set === 'object' && set !== null) return Object.values(set).join('、');
  if (command === 'quiet_hours') return (periods as { from: string; to: string }[]).map(spanText).join('、');
  return typeof number === 'string' ? number : '';
}

/** Returns further parts of a setting, with their label: 亲情号, 白名单. */
export function besides({ family, whitelist }: Readonly<Record<string, unknown>>): (readonly [string, string])[] {
  const familyTexts = Array.isArray(family) ? family.map(personText) : [];
  const rows = [['亲情号', familyTexts.join('、')] as const, ['白名单', lines(whitelist).join('、')] as const];
  return rows.filter(([, text]) => text !== '');
}

/** Formats a setting: 600 秒, 开，灵敏度 4, 1 139****5678 2 138****5678. */
export function settingText(command: DeviceCommand, params: Readonly<Record<string, unknown>>): string {
  const { level, sos, periods, hushed } = params;
  if (typeof level === 'number') return level === 0 ? '关' : `开，灵敏度 ${level}`;
  if (Array.isArray(sos)) return sos.map((number, index) => `${index + 1} ${number}`).join(' ');
  if (Array.isArray(periods) && periods.length === 0) return '未设';
  const text = paramsText(command, params);
  return hushed === true ? `${text}（客户不同意定位）` : text;
}
