import type { ListQuery } from '../query.ts';
import type { Filter, TreeOption } from '../types.ts';

/** An active filter and its text in a sentence. */
export type ActiveFilter = { filter: Filter; text: string };

type Values = ListQuery['values'];
type Titled = { value: string | number | boolean; label: string };

const optionTitles = (options: readonly Titled[]) => options.map(({ value, label }) => [String(value), label] as const);

const treeTitles = (nodes: readonly TreeOption[]): (readonly [string, string])[] =>
  nodes.flatMap(({ value, title, children = [] }) => [[value, title] as const, ...treeTitles(children)]);

/** Returns the labels of the selected options; a placeholder before the options have loaded. */
export function optionLabels(filter: Extract<Filter, { options: unknown }>, values: Values): string[] {
  const text = values[filter.field];
  if (!text) return [];
  const titles = new Map(filter.kind === 'tree' ? treeTitles(filter.options) : optionTitles(filter.options));
  return text.split(',').map((value) => titles.get(value) ?? (titles.size === 0 ? '…' : value));
}

/** Returns the label of a filter and the labels of its value; no value labels if it is not active. */
export function filterLabels(filter: Filter, values: Values): { label: string; labels: string[] } {
  const { label } = filter;
  if (filter.kind === 'dates' || filter.kind === 'numbers') {
    const [from, to] = [filter.from, filter.to].map((field) => values[field]?.replace('T', ' '));
    return { label, labels: from || to ? [`${from || '不限'} – ${to || '不限'}`] : [] };
  }
  if ('options' in filter) return { label, labels: optionLabels(filter, values) };
  const text = values[filter.field];
  if (!text) return { label, labels: [] };
  return filter.kind === 'check' ? { label: '', labels: [label] } : { label, labels: [text] };
}

/** Returns the active filters with their texts, in their order. */
export function activeFilters({ values }: ListQuery, filters: readonly Filter[]): ActiveFilter[] {
  return filters.flatMap((filter) => {
    const { label, labels } = filterLabels(filter, values);
    const range = filter.kind === 'dates' || filter.kind === 'numbers' ? `${label} ` : '';
    return labels.length > 0 ? [{ filter, text: `${range}${labels.join('、')}` }] : [];
  });
}

/** The first selected label and the number of the others; the tooltip has all. */
export function SelectedLabels({ labels }: { labels: readonly string[] }) {
  const [first, ...others] = labels;
  return (
    <span className="inline-flex items-center min-w-0 gap-1" title={labels.join('、')}>
      <span className="truncate">{first}</span>{' '}
      {others.length > 0 && <span className="flex-none">+{others.length}</span>}
    </span>
  );
}
