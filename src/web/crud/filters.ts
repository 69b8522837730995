import type { Endpoint, InputKey } from '#shared/endpoint.ts';
import type { Resource } from '#shared/resource.ts';
import { type Field, filterName } from '#shared/resourceField.ts';
import type { Filter, RowOf } from '#web/table/types.ts';
import { choicesOf } from './choices.ts';
import { isDay, isInstant, schemaOf } from './schema.ts';

function filterOf(field: string, definition: Field): Filter[] {
  const schema = schemaOf(definition);
  const { title: label = field } = schema;
  const name = filterName(field, definition);
  const [from, to] = [`${name}From`, `${name}To`];
  if (definition.filter === 'many') return [{ kind: 'multi', field, label, options: choicesOf(definition) ?? [] }];
  if (definition.filter === 'one')
    return schema.type === 'boolean'
      ? [{ kind: 'check', field, label }]
      : [{ kind: 'select', field, label, options: choicesOf(definition) ?? [] }];
  if (definition.filter !== 'range') return [];
  if (isDay(schema) || isInstant(schema))
    return [{ kind: 'dates', from, to, label, unit: isDay(schema) ? 'day' : 'instant' }];
  const { minimum: min, maximum: max } = schema;
  return [{ kind: 'numbers', from, to, label, ...(min !== undefined && { min }), ...(max !== undefined && { max }) }];
}

/** Options of a filter on a screen: label, placeholder, width, and whether it is drawn elsewhere. */
export type FilterOptions = { label?: string; placeholder?: string; width?: number; elsewhere?: boolean };

/** A filter of the resource, by its field or `keyword`; or an additional filter. */
type FilterSpec<K extends string, I extends string> = K | readonly [field: K, options: FilterOptions] | Filter<I>;
export type FilterSpecOf<L extends Endpoint> = FilterSpec<(keyof RowOf<L> & string) | InputKey<L>, InputKey<L>>;

/**
 * Returns the filters of a list: the keyword, then those of the fields.
 * @param order another order, with options and additional filters
 */
export function filtersOf(resource: Resource, order?: readonly FilterSpec<string, string>[]): Filter[] {
  const fields = Object.entries(resource.fields);
  const searched = fields
    .filter(([, { search }]) => search)
    .map(([key, definition]) => schemaOf(definition).title ?? key);
  const keyword: Filter = { kind: 'text', field: 'keyword', label: '关键字', placeholder: searched.join(' / ') };
  const byField = new Map<string, Filter[]>([
    ['keyword', searched.length > 0 ? [keyword] : []],
    ...fields.map(([key, definition]) => [key, filterOf(key, definition)] as const),
  ]);
  return (order ?? [...byField.keys()]).flatMap((entry): Filter[] => {
    if (typeof entry === 'string') return byField.get(entry) ?? [];
    if ('kind' in entry) return [entry];
    const [field, options] = entry;
    return (byField.get(field) ?? []).map((filter) => ({ ...filter, ...options }));
  });
}
