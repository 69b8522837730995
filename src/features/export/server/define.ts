import { cooperativePause } from '#server/core/alarmPriority.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { viewerZone } from '#server/db/zone.ts';
import type { Cell } from '#server/files/workbook.ts';
import type { ExportEndpoint } from '#shared/contract/export.ts';
import type { TSchema } from '#shared/typebox.ts';

/** Rows of an export in the viewer's scope. */
export interface Source<Row> {
  /** May stop at `maxRows` + 1. */
  count(): Promise<number>;
  batches(): AsyncIterable<Row[]>;
}

interface Shape<Row, F, K extends string> {
  endpoint: ExportEndpoint<F, K>;
  /** Name in the file's name, e.g. 告警. */
  name: string;
  /** Renders cells that are not simply the row's field; `zone`: the viewer's time zone, for rows without a project. */
  cells: { [P in K]?: (row: Row, zone: string) => Cell };
  /** Widths in characters; default 14. */
  widths?: { [P in K]?: number };
  /** Permissions by column: the column is left out without its permission. */
  permissions?: { [P in K]?: string };
  /** Opens the rows; `unmasked`: with personal columns in plain text. */
  open(viewer: Viewer, filters: F, unmasked: boolean): Source<Row>;
}

/** Export of a list: one element of a feature's extension `exporter`. */
export interface Exporter {
  path: string;
  title: string;
  name: string;
  input: TSchema;
  personal: readonly string[];
  columns: Readonly<Record<string, string>>;
  permissions: Readonly<Record<string, string | undefined>>;
  widthOf(key: string): number;
  /** Returns the cell of a row from `open`. */
  cellOf(row: object, key: string, zone: string): Cell;
  open(viewer: Viewer, filters: unknown, unmasked: boolean): Source<Record<string, Cell>>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    exporter: Exporter[];
  }
}

/** Defines the export of a list; the types tie columns, cells and filters together. */
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
