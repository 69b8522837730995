import { type Panel, placedOf, type Series, type Step } from '../series.ts';

/** Lowest, mean and highest of a series; the mean weighs an hour or a day by its number of values. */
export interface Summary {
  count: number;
  low: number;
  mean: number;
  high: number;
}

/** Returns the summary of the valid values; undefined without any. */
export function summaryOf(series: Pick<Series, 'points' | 'every'>, step: Step): Summary | undefined {
  const placed = placedOf(series, step);
  if (placed.length === 0) return undefined;
  const weights = placed.map(({ point }) => point.n ?? 1);
  const count = weights.reduce((total, each) => total + each, 0);
  return {
    count,
    low: Math.min(...placed.map(({ value, point }) => point.min ?? value)),
    high: Math.max(...placed.map(({ value, point }) => point.max ?? value)),
    mean: placed.reduce((total, { value }, index) => total + value * (weights[index] ?? 1), 0) / count,
  };
}

/** Returns the figures of a panel beside its title, pressure as 124/74; none for more than two series or single marks. */
export function figuresOf(panel: Panel, step: Step): { label: string; text: string }[] {
  const all = panel.series.flatMap((each) => summaryOf(each, step) ?? []);
  if (all.length > 1 && panel.series.some(({ line }) => line === false)) return [];
  if (all.length === 0 || all.length > 2 || all.length !== panel.series.length) return [];
  const text = (of: keyof Summary) => all.map((each) => each[of].toFixed(panel.decimals ?? 0)).join('/');
  return [
    { label: '最低', text: text('low') },
    { label: '平均', text: text('mean') },
    { label: '最高', text: text('high') },
  ];
}

/** Describes a panel for readers who do not see it: 「收缩压 28 个值，最低 124，平均 134，最高 168；4 个高于 139」. */
export function sentenceOf(panel: Panel, step: Step): string {
  const [only] = panel.series;
  const parts = panel.series.map((each) => seriesSentence(each, panel, step));
  return `${panel.title}${panel.unit && `（${panel.unit}）`}：${parts.join('。')}${only ? '。' : '没有数据。'}`;
}

function seriesSentence(series: Series, panel: Panel, step: Step): string {
  const summary = summaryOf(series, step);
  const name = panel.series.length > 1 ? `${series.name} ` : '';
  if (!summary) return `${name}没有数据`;
  const figure = (value: number) => value.toFixed(panel.decimals ?? 0);
  const { count, low, mean, high } = summary;
  const figures = `${name}${count} 个值，最低 ${figure(low)}，平均 ${figure(mean)}，最高 ${figure(high)}`;
  const marked = placedOf(series, step).filter(({ point }) => point.level).length;
  return marked > 0 ? `${figures}；${marked} ${unitWord[step]}超出正常范围` : figures;
}

const unitWord: Record<Step, string> = { raw: '个', hour: '个小时', day: '天' };
