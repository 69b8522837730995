import { parameter } from '#features/dictionary/server/service.ts';
import { saveForOwner } from '#features/file/server/service.ts';
import { limitConcurrency } from '#server/core/concurrency.ts';
import { decrypt, encrypt } from '#server/core/crypto.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { db, onPool } from '#server/db/db.ts';
import { viewerZone } from '#server/db/zone.ts';
import { command } from '#server/feature/command.ts';
import { type Cell, sheetStream, sheetTime, workbookType } from '#server/files/workbook.ts';
import { startJob, wakeJobs } from '#server/jobs/jobs.ts';
import { maxExportRows, rowsAtOnce } from '#shared/contract/export.ts';
import type { Exporter } from './define.ts';
import { findExporter } from './exporters.ts';

export { defineExporter } from './define.ts';
export { resourceExporter } from './resource.ts';

/** Request of one export. */
export interface ExportRequest {
  filters?: unknown;
  columns?: string[];
  /** True: unmasked personal columns; requires `pii:reveal`, and the command log has its own entry. */
  clear?: boolean;
}

/** Limits concurrent exports: each holds a database connection throughout. */
const limitExports = limitConcurrency(3);

function columnsFor(viewer: Viewer, exporter: Exporter, requested: string[] | undefined): string[] {
  const columns = requested ?? Object.keys(exporter.columns);
  const allowed = columns.filter((key) => {
    const permission = exporter.permissions[key];
    return permission === undefined || hasPermission(viewer, permission);
  });
  if (allowed.length === 0) throw new Problem(403, '没有导出这些列的权限');
  return allowed;
}

/** Yields a first row with user, time and title, then the headings, then the rows. */
async function* sheetRows(
  viewer: Viewer,
  exporter: Exporter,
  columns: string[],
  mark: string,
  batches: AsyncIterable<Record<string, Cell>[]>,
): AsyncGenerator<Cell[]> {
  const now = sheetTime(new Date().toISOString(), await viewerZone(db, viewer));
  yield [
    `安好 ${exporter.name}导出 · 导出人 ${viewer.name}（${viewer.account}）· ${now} · 追踪号 ${viewer.traceId} · ${mark}`,
  ];
  yield columns.map((key) => exporter.columns[key] ?? key);
  for await (const batch of batches) {
    for (const row of batch) yield columns.map((key) => row[key] ?? null);
  }
}

/**
 * Writes the workbook and stores it for the viewer for a day; returns the file's id. `onBatch` gets the count of
 * written rows and may stop the export by throwing.
 */
export function writeExport(
  viewer: Viewer,
  exporter: Exporter,
  request: ExportRequest,
  onBatch: (done: number) => Promise<void> = async () => undefined,
): Promise<string> {
  return limitExports(async () => {
    const columns = columnsFor(viewer, exporter, request.columns);
    const unmasked = request.clear === true;
    const mark = unmasked ? '含完整个人信息，严禁外传' : '内部资料，请勿外传';
    const source = exporter.open(viewer, request.filters ?? {}, unmasked);
    async function* counted() {
      let done = 0;
      for await (const batch of source.batches()) {
        yield batch;
        done += batch.length;
        await onBatch(done);
      }
    }
    const stamp = (sheetTime(new Date().toISOString(), await viewerZone(db, viewer)) ?? '').replace(/\D/g, '');
    return saveForOwner(viewer, {
      name: `${exporter.name}-${stamp}.xlsx`,
      type: workbookType,
      content: sheetStream(
        exporter.name,
        columns.map((key) => exporter.widthOf(key)),
        sheetRows(viewer, exporter, columns, mark, counted()),
      ),
      subject: 'export',
    });
  });
}

export interface ExportAnswer {
  fileId: string | null;
  jobId: string | null;
  count: number;
}

/** Returns the current limits: the parameters, at most the measured maximum. */
async function limits(): Promise<{ atOnce: number; most: number }> {
  const [atOnce, most] = await Promise.all([
    parameter(db, 'export_limit', 'at_once', rowsAtOnce),
    parameter(db, 'export_limit', 'most', maxExportRows),
  ]);
  return { atOnce: Math.min(atOnce, rowsAtOnce), most: Math.min(most, maxExportRows) };
}

/** Handler of every `exportX`: writes up to 10,000 rows at once, starts a job for more; 400 past 100,000. */
export function runExport(viewer: Viewer, exporter: Exporter, request: ExportRequest): Promise<ExportAnswer> {
  return onPool('report', () => countAndWrite(viewer, exporter, request));
}

async function countAndWrite(viewer: Viewer, exporter: Exporter, request: ExportRequest): Promise<ExportAnswer> {
  columnsFor(viewer, exporter, request.columns);
  const count = await exporter.open(viewer, request.filters ?? {}, false).count();
  const { atOnce, most } = await limits();
  if (count > most)
    throw invalidField('filters', `一次最多导出 ${most.toLocaleString('en')} 行，请先缩小筛选范围`, 'maximum');
  if (count <= atOnce) return { fileId: await writeExport(viewer, exporter, request), jobId: null, count };
  const jobId = await command(viewer, ({ tx }) =>
    startJob(tx, viewer, {
      kind: 'export',
      title: `${exporter.name}导出${request.clear ? '（明文）' : ''}`,
      // Encrypted: filters may contain a name or a phone number.
      input: { path: exporter.path, asked: encrypt(JSON.stringify(request)) },
      total: count,
    }),
  );
  wakeJobs();
  return { fileId: null, jobId, count };
}

/** Returns the `exportX` handler of the feature's exporter with this path. */
export function exporting(endpoint: Pick<Exporter, 'path'>) {
  return async (viewer: Viewer, request: ExportRequest): Promise<ExportAnswer> =>
    runExport(viewer, await findExporter(({ path }) => path === endpoint.path), request);
}

/** Returns the request of a job from its input. */
export function exportRequestOf(input: Record<string, unknown>): ExportRequest {
  return JSON.parse(decrypt(String(input.asked))) as ExportRequest;
}
