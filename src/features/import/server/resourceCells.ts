import { enabledLabels, valueByLabel } from '#server/feature/dictionaryLabels.ts';
import { type BuiltInType, builtInLists } from '#shared/dictionary.ts';
import type { Field } from '#shared/resourceField.ts';

interface Schema {
  type?: string;
  title?: string;
  msg?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  dictionary?: string;
  items?: Schema;
}

const yes = ['是', '√', 'true', '1'];
const no = ['否', '×', 'false', '0'];
const partsOf = (cell: string) => cell.split(/[、,，;；\n]/).flatMap((part) => part.trim() || []);

/** Returns the heading of a field's column. */
export function titleOf(key: string, field: Field | undefined): string {
  return (field?.schema as Schema | undefined)?.title ?? key;
}

function builtIn(schema: Schema): BuiltInType | undefined {
  const type = schema.dictionary ?? schema.items?.dictionary;
  return type !== undefined && Object.hasOwn(builtInLists, type) ? (type as BuiltInType) : undefined;
}

/** Returns the labels of a field's values; undefined if it has no options. */
function labelsOf(field: Field): Readonly<Record<string, string>> | undefined {
  const type = builtIn(field.schema as Schema);
  return field.labels ?? (type && enabledLabels(type));
}

function oneOf(field: Field, schema: Schema, cell: string): unknown {
  const type = builtIn(field.schema as Schema);
  const labels = Object.entries(field.labels ?? {});
  const code = field.labels
    ? labels.find(([value, label]) => label === cell || value === cell)?.[0]
    : type && valueByLabel(type, cell);
  const text = code ?? cell;
  const counts = schema.type === 'integer' || schema.type === 'number';
  return counts && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** Parses a cell; an invalid text stays as it is, so that the field's rule reports it. */
export function meantBy(field: Field, cell: string): unknown {
  const schema = field.schema as Schema;
  const text = cell.trim();
  if (schema.type === 'array') return partsOf(cell).map((part) => oneOf(field, schema.items ?? {}, part));
  if (schema.type !== 'boolean') return oneOf(field, schema, text);
  return yes.includes(text.toLowerCase()) || (no.includes(text.toLowerCase()) ? false : text);
}

function rangeOf({ minimum, maximum }: Schema): string {
  if (minimum === undefined && maximum === undefined) return '数字';
  return `${minimum ?? '不限'} 至 ${maximum ?? '不限'}`;
}

/** Returns the instruction for a field's cells. */
export function hintOf(field: Field): string {
  const schema = field.schema as Schema;
  const labels = labelsOf(field);
  const several = schema.type === 'array' ? '，多个用 、 隔开' : '';
  if (field.import && field.import.hint !== undefined) return field.import.hint;
  if (labels) return `${Object.values(labels).join('、')}${several}`;
  if (schema.type === 'boolean') return '是 或 否';
  if (schema.format === 'date') return '日期，如 2026-01-31';
  if (schema.msg !== undefined) return schema.msg;
  if (schema.type === 'integer' || schema.type === 'number') return rangeOf(schema);
  return `${schema.maxLength === undefined ? '文字' : `最多 ${schema.maxLength} 个字`}${several}`;
}
