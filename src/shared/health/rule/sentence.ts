import { type ReadingKindName, readingKinds } from '../readingKinds.ts';
import { unitSymbol } from '../units.ts';
import { valueText } from '../valueText.ts';
import type { RuleKind } from './definition.ts';
import type { Firing } from './firing.ts';
import { ruleSigns } from './words.ts';

/** What a warning says: a rule's kind and sign, and its firing. */
export interface FiredRule extends Pick<Firing, 'side' | 'value' | 'limit' | 'said' | 'samples'> {
  kind: RuleKind;
  metric: string;
}

/** Returns the word of a sign. */
export const signTitle = (metric: string): string =>
  (ruleSigns as Record<string, string | undefined>)[metric] ?? readingKinds[metric as ReadingKindName]?.title ?? metric;

/** Returns a value of a sign, without its unit. */
export const signValue = (metric: string, value: number): string =>
  metric in readingKinds ? valueText(metric as ReadingKindName, value) : String(Number(value.toFixed(1)));

/** Returns the unit of a sign as screens write it; empty without one. */
export const signUnit = (metric: string): string =>
  metric in readingKinds ? unitSymbol(readingKinds[metric as ReadingKindName].unit) : '';

/** Returns 20 秒, 35 分钟, 4 小时, 4 小时 10 分钟. */
export function durationText(minutes: number): string {
  if (minutes < 1) return `${Math.round(minutes * 60)} 秒`;
  const whole = Math.floor(minutes);
  const [hours, rest] = [Math.floor(whole / 60), whole % 60];
  if (hours === 0) return `${rest} 分钟`;
  return rest === 0 ? `${hours} 小时` : `${hours} 小时 ${rest} 分钟`;
}

/** Signs whose unit is part of the sentence: their figures are not spoken without it. */
const withUnit = new Set(['weight']);
const measured = (metric: string, value: number) =>
  `${signTitle(metric)} ${signValue(metric, value)}${withUnit.has(metric) ? ` ${signUnit(metric)}` : ''}`;

function bandSentence({ metric, side, value, limit, said, samples }: FiredRule): string {
  const { times, minutes } = said;
  const how =
    minutes === undefined
      ? times === undefined || times < 2
        ? ''
        : `连续 ${times} 次`
      : `已 ${durationText(minutes)}`;
  const lead = `${measured(metric, value)}，${how}`;
  if (limit === null) return `${lead}超出界限`;
  const run = samples.slice(-(times ?? samples.length));
  const word = side === 'low' ? '低于' : run.some((point) => point.value === limit) ? '达到' : '高于';
  return `${lead}${word} ${signValue(metric, limit)}`;
}

function stepSentence({ metric, value, said: { reference = 0, by = 0, of = 0 } }: FiredRule): string {
  const change = signValue(metric, Math.abs(by));
  return `${measured(metric, value)}，比前 ${of} 次的中位数 ${signValue(metric, reference)} ${by > 0 ? '高' : '低'} ${change}`;
}

/** Means of nights, not single values. */
const nightly = (metric: string) => (metric === 'weight' ? '' : '夜间');

function trendSentence({ metric, value, said: { days = 0, percent, perDay = 0 } }: FiredRule): string {
  const change = percent ?? perDay;
  const amount =
    percent === undefined
      ? `平均每天${change > 0 ? '上升' : '下降'} ${Math.abs(change).toFixed(1)} ${signUnit(metric)}`
      : `${change > 0 ? '上升' : '下降'} ${Math.abs(change).toFixed(1)}%`;
  return `${nightly(metric)}${measured(metric, value)}，${days} 天${amount}`;
}

function baselineSentence({ metric, side, value, said: { median = 0, nights = 0 } }: FiredRule): string {
  const word = side === 'low' ? '低于' : '高于';
  return `${nightly(metric)}${measured(metric, value)}，${word} ${nights} 夜中位数 ${signValue(metric, median)}`;
}

/** Returns 离床, 无活动, 在床而呼吸为 0. */
function stateText(metric: string, value: number): string {
  if (metric === 'in_bed') return value === 0 ? '离床' : '在床';
  if (metric === 'motion') return value === 0 ? '无活动' : '有活动';
  return `在床而${signTitle(metric)}为 ${value}`;
}

function lastingSentence({ metric, value, limit, said: { night }, samples }: FiredRule): string {
  const state = stateText(metric, samples[0]?.value ?? 0);
  const time = durationText(value >= 1 ? value : (limit ?? 0));
  if (metric === 'motion') return `${time}${state}`;
  if (metric === 'in_bed') return `${night ? '夜间' : ''}${state} ${time}`;
  return `${state} 已 ${time}`;
}

function togetherSentence({ said: { minutes = 0 }, samples }: FiredRule): string {
  return `${samples.map((point) => measured(point.metric, point.value)).join(' 且')}，相隔不到 ${durationText(minutes)}`;
}

function news2Sentence({ value, limit, said: { single } }: FiredRule): string {
  const bySingle = single === 1 && (limit === null || value < limit);
  return `NEWS2 ${value} 分${bySingle ? '，单项 3 分' : ''}`;
}

const sentences: Readonly<Record<RuleKind, (fired: FiredRule) => string>> = {
  band: bandSentence,
  step: stepSentence,
  trend: trendSentence,
  baseline: baselineSentence,
  lasting: lastingSentence,
  together: togetherSentence,
  news2: news2Sentence,
};

/** Returns what a warning says: the values and what they are compared with, never what they may mean. */
export const sentenceOf = (fired: FiredRule): string => sentences[fired.kind](fired);
