import type { Field, Noun } from '#shared/noun.ts';
import type { Filter } from '#web/table/types.ts';
import { choicesOf } from './choices.ts';
import { isDay, isInstant, schemaOf } from './schema.ts';

function filterOf(field: string, one: Field): Filter[] {
  const schema = schemaOf(one);
  const { title: label = field } = schema;
  const [from, to] = [`${field}From`, `${field}To`];
  if (one.filter === 'many') return [{ kind: 'multi', field, label, options: choicesOf(one) ?? [] }];
  if (one.filter === 'one')
    return schema.type === 'boolean'
      ? [{ kind: 'check', field, label }]
      : [{ kind: 'select', field, label, options: choicesOf(one) ?? [] }];
  if (one.filter !== 'range') return [];
  if (isDay(schema) || isInstant(schema))
    return [{ kind: 'dates', from, to, label, unit: isDay(schema) ? 'day' : 'instant' }];
  const { minimum: min, maximum: max } = schema;
  return [{ kind: 'numbers', from, to, label, ...(min !== undefined && { min }), ...(max !== undefined && { max }) }];
}

/** The filters of a list: the keyword, then those that the noun's fields declare. */
export function filtersOf(noun: Noun): Filter[] {
  const fields = Object.entries(noun.fields);
  const searched = fields.filter(([, { search }]) => search).map(([key, one]) => schemaOf(one).title ?? key);
  return [
    ...(searched.length > 0
      ? [{ kind: 'text' as const, field: 'keyword', label: '关键字', placeholder: searched.join(' / ') }]
      : []),
    ...fields.flatMap(([key, one]) => filterOf(key, one)),
  ];
}
