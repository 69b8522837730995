import { enabledLabels, valueByLabel } from '#server/feature/dictionaryLabels.ts';
import { type BuiltInType, builtInLists } from '#shared/dictionary.ts';
import type { Field, Fields } from '#shared/resourceField.ts';
import type { FileRow, ImportColumn } from './importer.ts';

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

const yes = ['是', '有', '能', '√', 'y', 'true', '1'];
const no = ['否', '无', '不能', '×', 'n', 'false', '0'];

/** Splits a cell with several values. */
export const partsOf = (cell: string): string[] => cell.split(/[、，,;；\n]/).flatMap((part) => part.trim() || []);

/** Converts 1938/1/1 and 1938年1月1日 to 1938-01-01. */
export function dayIn(cell: string): string {
  const [, year, month = '', day = ''] = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(cell) ?? [];
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : cell;
}

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

/** Returns the code of a label, of its short form too; undefined for an unknown text. */
function codeOf(field: Field, text: string): string | undefined {
  const type = builtIn(field.schema as Schema);
  const { suffix } = field.import || {};
  const labels = Object.entries(field.labels ?? {});
  const find = (label: string) =>
    field.labels ? labels.find((entry) => entry.includes(label))?.[0] : type && valueByLabel(type, label);
  return (suffix && find(text + suffix)) || find(text);
}

function oneOf(field: Field, schema: Schema, cell: string): unknown {
  // An unknown text must not pass as a code.
  const text = labelsOf(field) ? (codeOf(field, cell) ?? `「${cell}」`) : cell;
  const counts = schema.type === 'integer' || schema.type === 'number';
  return counts && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** Parses a cell; an invalid text stays as it is, so that the field's rule reports it. */
export function meantBy(field: Field, cell: string): unknown {
  const schema = field.schema as Schema;
  const text = cell.trim();
  if (schema.type === 'array') return partsOf(cell).map((part) => oneOf(field, schema.items ?? {}, part));
  if (schema.format === 'date') return dayIn(text);
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

/** Returns the columns of the fields with `import` settings; a hint of a choice shows the current labels. */
export function sheetColumns(fields: Fields): ImportColumn[] {
  return Object.entries(fields).flatMap(([key, field]): ImportColumn[] => {
    if (!field.import) return [];
    const { key: columnKey = key, title = titleOf(key, field), example = '' } = field.import;
    const required = field.required && field.import.required !== false;
    return [
      {
        ...{ key: columnKey, title, example, ...(required && { required }) },
        get hint() {
          return choiceHint(field) ?? hintOf(field);
        },
      },
    ];
  });
}

/** Returns 填写其中一个：…, undefined for a field without choices or with a hint of its own. */
function choiceHint(field: Field): string | undefined {
  const labels = field.import && field.import.hint === undefined ? labelsOf(field) : undefined;
  const several = (field.schema as Schema).type === 'array' ? '；多项用顿号分开' : '';
  return labels && `填写其中一个：${Object.values(labels).join('、')}${several}`;
}

/** Parses the cells of a row, by field; cells of other columns are skipped. */
export function meantIn(fields: Fields, cells: FileRow['cells']): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]) => {
      const { key: column = key } = field.import || {};
      const cell = field.import === false ? undefined : cells[column];
      return cell === undefined ? [] : [[key, meantBy(field, cell)]];
    }),
  );
}
