import { cooperativePause } from '#server/core/alarmPriority.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { viewerZone } from '#server/db/zone.ts';
import type { Cell } from '#server/files/workbook.ts';
import type { ExportEndpoint } from '#shared/export.ts';
import type { TSchema } from '#shared/typebox.ts';

/** The rows that an export holds, in the viewer's scope. */
export interface Source<Row> {
  /** May stop at one more than `maxRows`. */
  count(): Promise<number>;
  batches(): AsyncIterable<Row[]>;
}

interface Shape<Row, F, K extends string> {
  endpoint: ExportEndpoint<F, K>;
  /** What stands in the file's name: 告警. */
  name: string;
  /** Cell of a column where it is not simply the row's field; `zone` is the exporting person's, for rows of no project. */
  cells: { [P in K]?: (row: Row, zone: string) => Cell };
  /** Characters; 14 for what is not named. */
  widths?: { [P in K]?: number };
  /** Columns that are left out for whoever lacks this right. */
  permissions?: { [P in K]?: string };
  /** `clear`: the endpoint's personal columns as they are, otherwise masked. */
  open(viewer: Viewer, filters: F, unmasked: boolean): Source<Row>;
}

/** An export, one of a feature's part `exporter`. */
export interface Exporter {
  path: string;
  title: string;
  name: string;
  input: TSchema;
  personal: readonly string[];
  columns: Readonly<Record<string, string>>;
  permissions: Readonly<Record<string, string | undefined>>;
  widthOf(key: string): number;
  /** What stands in a cell, of a row of `open`. */
  cellOf(row: object, key: string, zone: string): Cell;
  open(viewer: Viewer, filters: unknown, unmasked: boolean): Source<Record<string, Cell>>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    exporter: Exporter[];
  }
}

/** Declares the export of a list; types hold columns, cells and filters together. */
export function defineExporter<Row extends object, F, K extends string>(shape: Shape<Row, F, K>): Exporter {
  const { endpoint, cells, widths, open } = shape;
  const keys = Object.keys(endpoint.columns) as K[];
  const cellOf = (row: Row, key: string, zone: string): Cell => {
    const render = cells[key as K];
    return render ? render(row, zone) : (((row as Record<string, unknown>)[key] ?? null) as Cell);
  };
  return {
    path: endpoint.path,
    title: endpoint.title,
    name: shape.name,
    input: endpoint.input,
    personal: endpoint.personal,
    columns: endpoint.columns,
    permissions: shape.permissions ?? {},
    widthOf: (key) => widths?.[key as K] ?? 14,
    cellOf: (row, key, zone) => cellOf(row as Row, key, zone),
    open(viewer, filters, unmasked) {
      const source = open(viewer, filters as F, unmasked);
      return {
        count: source.count,
        async *batches() {
          const zone = await viewerZone(db, viewer);
          const pause = cooperativePause();
          for await (const batch of source.batches()) {
            const rows: Record<string, Cell>[] = [];
            for (const row of batch) {
              rows.push(Object.fromEntries(keys.map((key) => [key, cellOf(row, key, zone)])));
              await pause();
            }
            yield rows;
          }
        },
      };
    },
  };
}
