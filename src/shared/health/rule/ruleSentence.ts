import { deadbands } from './band.ts';
import type { RuleHours, RuleKind, WarningLevel } from './definition.ts';
import { signTitle, signUnit } from './sentence.ts';

/** A rule as it is written, perhaps not whole yet. */
export interface WrittenRule {
  kind: RuleKind;
  metric: string;
  definition: Readonly<Record<string, unknown>>;
  level: WarningLevel | null;
  hours: RuleHours | null;
}

type Values = Readonly<Record<string, number | undefined>>;
type Written = WrittenRule & { values: Values };

/** Stands for a figure that is missing. */
const blank = '…';
const figure = (value: number | undefined) => (value === undefined ? blank : String(Math.abs(value)));
const withUnit = (value: number | undefined, metric: string) => `${figure(value)} ${signUnit(metric)}`.trim();
const rises = (value: number | undefined) => (value ?? 1) > 0;

function bandText({ metric, values: { times, minutes, back, clearMinutes }, definition }: Written): string {
  const how = 'minutes' in definition ? `越限持续 ${figure(minutes)} 分钟` : `连续 ${figure(times)} 次越限`;
  const deadband = back ?? deadbands[metric] ?? 0;
  const inner = deadband === 0 ? '回到界限内' : `回到界限内 ${withUnit(deadband, metric)}`;
  return `${signTitle(metric)}${how}就报，级别按界限；${inner}，保持 ${figure(clearMinutes)} 分钟结束`;
}

function stepText({ metric, values: { of, by } }: Written): string {
  return `${signTitle(metric)}比前 ${figure(of)} 次的中位数${rises(by) ? '高' : '低'} ${withUnit(by, metric)} 以上就报`;
}

const nightly = (metric: string) => (metric === 'weight' ? '' : '夜间');

function trendText({ metric, definition, values: { days, percent, perDay } }: Written): string {
  const isDaily = 'perDay' in definition;
  const change = isDaily ? perDay : percent;
  const amount = isDaily ? `平均每天 ${withUnit(perDay, metric)}` : `${figure(percent)}%`;
  return `${nightly(metric)}${signTitle(metric)} ${figure(days)} 天${rises(change) ? '上升' : '下降'} ${amount} 以上就报，有值的日子要满六成`;
}

function baselineText({ metric, values: { nights, watch, warn } }: Written): string {
  return `夜间${signTitle(metric)}偏离本人 ${figure(nights)} 夜的中位数，达到 ${figure(watch)} 倍离差报一般、${figure(warn)} 倍报重要，至少要有 7 夜`;
}

function lastingText({ metric, values: { value, minutes } }: Written): string {
  const time = `${figure(minutes)} 分钟`;
  if (metric === 'in_bed') return `${value === 1 ? '在床' : '离床'} ${time}就报`;
  if (metric === 'motion') return `${time}${value === 1 ? '一直有活动' : '无活动'}就报`;
  return `在床而${signTitle(metric)}为 ${figure(value)} 持续 ${time}就报`;
}

interface Condition {
  metric: string;
  above?: number | undefined;
  below?: number | undefined;
}

function togetherText({ definition, values: { withinMinutes } }: Written): string {
  const all = (definition.all ?? []) as readonly Condition[];
  const parts = all.map(
    (condition) =>
      `${signTitle(condition.metric)}${'below' in condition ? '低于' : '高于'} ${figure(condition.above ?? condition.below)}`,
  );
  return `${parts.join(' 且')}，相隔 ${figure(withinMinutes)} 分钟以内就报`;
}

function news2Text({ definition: { single }, values: { from } }: Written): string {
  return `NEWS2 满 ${figure(from)} 分${single ? '或单项 3 分' : ''}就报`;
}

const texts: Readonly<Record<RuleKind, (rule: Written) => string>> = {
  band: bandText,
  step: stepText,
  trend: trendText,
  baseline: baselineText,
  lasting: lastingText,
  together: togetherText,
  news2: news2Text,
};

const levels: Readonly<Record<WarningLevel, string>> = { 1: '紧急', 2: '重要', 3: '一般', 4: '提示' };
/** Kinds of which bands or scores give the level. */
const levelled: readonly RuleKind[] = ['band', 'baseline'];

function levelText({ kind, level }: WrittenRule): string {
  if (levelled.includes(kind)) return '';
  if (level !== null) return `，级别${levels[level]}`;
  return kind === 'news2' ? '，级别按分数' : '';
}

const hoursText = (hours: RuleHours | null) =>
  hours ? `${hours.from} 到${hours.to < hours.from ? '次日 ' : ' '}${hours.to} 之间，` : '';

/** Returns a rule as one sentence: 有高血压的客户，收缩压连续 2 次越限就报，…。 @param who whom it is for */
export function ruleSentence(rule: WrittenRule, who: string): string {
  const text = texts[rule.kind]({ ...rule, values: rule.definition as Values });
  return `${who}，${hoursText(rule.hours)}${text}${levelText(rule)}。`;
}
