import type { Viewer } from '#server/core/viewer.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { type Cell, sheetTime } from '#server/files/workbook.ts';
import type { ExportEndpoint } from '#shared/contract/export.ts';
import { type BuiltInType, builtInLists } from '#shared/dictionary.ts';
import type { Resource } from '#shared/resource.ts';
import type { Field } from '#shared/resourceField.ts';
import { defineExporter, type Exporter, type Source } from './define.ts';

interface Schema {
  type?: string;
  format?: string;
  dictionary?: string;
  maxLength?: number;
  items?: Schema;
}

type Row = Readonly<Record<string, unknown>>;

function isInstant({ format }: Schema): boolean {
  return format === 'date-time';
}

/** Returns a value as text: labels, 是 and 否, lists joined by 、. */
function cellText(field: Field, value: unknown): Cell {
  const schema = field.schema as Schema;
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((item) => cellText(field, item)).join('、') || null;
  if (field.labels) return field.labels[String(value)] ?? String(value);
  const type = schema.dictionary ?? schema.items?.dictionary;
  if (type && Object.hasOwn(builtInLists, type)) return labelOf(type as BuiltInType, String(value));
  return typeof value === 'boolean' ? (value ? '是' : '否') : (value as Cell);
}

/** Pixels of a list column per character of a sheet. */
const perCharacter = 8;
/** Width of an instant, characters. */
const instantWidth = 20;

/** Options of a resource's export. */
interface ExportOptions<R, K extends string> {
  /** Cells that differ from the row's value. */
  cells?: { [P in K]?: (row: R) => Cell };
  /** Widths in characters, where they differ from the list's column. */
  widths?: { [P in K]?: number };
}

/** Returns the export of a resource's list, derived from its fields; `source` is that of its `crud`. */
export function resourceExporter<F, K extends string, R extends object>(
  resource: Resource,
  endpoint: ExportEndpoint<F, K>,
  source: (viewer: Viewer, filters: F & object, unmasked: boolean) => Source<R>,
  options: ExportOptions<R, K> = {},
): Exporter {
  const cells = Object.keys(endpoint.columns).map((key) => {
    const field = resource.fields[key];
    const instant = key === 'createdAt' || (field && isInstant(field.schema as Schema));
    const cell = (row: Row, zone: string): Cell => {
      if (instant) return sheetTime((row[key] ?? null) as string | null, zone);
      return field ? cellText(field, row[key]) : ((row[key] ?? null) as Cell);
    };
    return [key, cell] as const;
  });
  const widths = Object.entries(resource.fields).map(([key, { column, schema }]) => {
    const { width = 112 } = column || {};
    const least = isInstant(schema as Schema) ? instantWidth : 14;
    return [key, Math.max(least, Math.round(width / perCharacter))] as const;
  });
  return defineExporter<Row, F, K>({
    endpoint,
    name: resource.title,
    cells: { ...Object.fromEntries(cells), ...options.cells } as Record<K, (row: Row, zone: string) => Cell>,
    widths: { ...Object.fromEntries(widths), createdAt: instantWidth, ...options.widths } as Record<K, number>,
    open: (viewer, filters, unmasked) =>
      source(viewer, filters as F & object, unmasked) as Source<object> as Source<Row>,
  });
}
