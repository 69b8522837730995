import { Readable } from 'node:stream';
import { defineExporter, runExport } from '#features/export/server/service.ts';
import { saveForOwner } from '#features/file/server/service.ts';
import { locationApi, maxTrackPoints } from '#features/location/contract.ts';
import { cooperativePause } from '#server/core/alarmPriority.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { sheetTime } from '#server/files/workbook.ts';
import { positionModes } from '#shared/codes.ts';
import type { ExportEndpoint } from '#shared/contract/export.ts';
import { type InputOf, type OutputOf, pick } from '#shared/endpoint.ts';
import { accuracyOf, type Fix, type PositionSource } from '#shared/place/fix.ts';
import { type LeftOut, readTrack, type Track } from '#shared/place/track.ts';
import { fixesOf, readPoints } from './points.ts';
import { devicesBy, requireLocated, requireTrackTime, zoneOfProject } from './track.ts';

type Api = typeof locationApi;
type Input = InputOf<Api['exportTrack']>;
type Filters = Pick<Input, 'customerId' | 'from' | 'to' | 'raw'>;

const leftOut: Readonly<Record<LeftOut, string>> = { inaccurate: '精度不足', jump: '跳点' };

interface Row {
  at: string;
  lat: number;
  lng: number;
  accuracy: number;
  source: PositionSource;
  speed: number | null;
  device: string;
  leftOut: string | null;
}

/** The points of a track and how it was read. */
interface ReadTrack {
  fixes: Fix[];
  track: Track;
  rows: Row[];
  timeZone: string;
}

/** Reads a track as the page draws it, or all its points. */
async function readForExport(viewer: Viewer, { customerId, from, to, raw = false }: Filters): Promise<ReadTrack> {
  requireTrackTime({ from, to });
  const { projectId } = await requireLocated(viewer, customerId);
  const points = await readPoints(db, customerId, { from, to, most: maxTrackPoints });
  const devices = await devicesBy([...new Set(points.device)]);
  const names = new Map(devices.map(({ id, name, sn }) => [id, `${name} ${sn}`]));
  const fixes = fixesOf(points);
  const track = readTrack(fixes);
  const rows = fixes.map((fix, i): Row => {
    const [speed, out] = [points.speed[i] ?? null, track.leftOut[i] ?? null];
    return {
      at: new Date(fix.at).toISOString(),
      ...pick(fix, ['lat', 'lng']),
      accuracy: accuracyOf(fix),
      source: fix.source ?? 'unknown',
      speed: speed === null ? null : speed / 10,
      device: names.get(points.device[i] ?? '') ?? '',
      leftOut: out && leftOut[out],
    };
  });
  const shown = (_: unknown, i: number) => raw || track.leftOut[i] === null;
  return { fixes: fixes.filter(shown), rows: rows.filter(shown), track, timeZone: await zoneOfProject(projectId) };
}

/** Workbook of a track. */
const sheet = defineExporter({
  endpoint: locationApi.exportTrack as unknown as ExportEndpoint<Filters, keyof Row>,
  name: '轨迹',
  cells: {
    source: ({ source }) => positionModes[source],
  } as { [name in keyof Row]?: (row: Row) => string },
  widths: { at: 20, device: 26 },
  open: (viewer: Viewer, filters: Filters) => {
    const reading = readForExport(viewer, filters);
    return {
      count: async () => (await reading).rows.length,
      async *batches() {
        const { rows, timeZone } = await reading;
        yield rows.map((row) => ({ ...row, at: sheetTime(row.at, timeZone) ?? '' }));
      },
    };
  },
});

/** Yields a GPX file with a segment for each stretch without a gap. */
async function* gpxOf({ fixes, rows, track }: ReadTrack, mark: string): AsyncGenerator<Buffer> {
  const pause = cooperativePause();
  const gapEnds = new Set(track.gaps.map(({ to }) => to));
  let text = `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Anhao" xmlns="http://www.topografix.com/GPX/1/1">\n<metadata><desc>${escaped(mark)}</desc></metadata>\n<trk><trkseg>\n`;
  for (const [i, { at, lat, lng, source }] of rows.entries()) {
    if (gapEnds.has(fixes[i]?.at ?? 0)) text += '</trkseg><trkseg>\n';
    text += `<trkpt lat="${lat}" lon="${lng}"><time>${at}</time><src>${source}</src></trkpt>\n`;
    if (i % 500 === 499) {
      yield Buffer.from(text);
      text = '';
      await pause();
    }
  }
  yield Buffer.from(`${text}</trkseg></trk>\n</gpx>\n`);
}

const escaped = (text: string) =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign);

/** Writes a track as GPX at once, or as a workbook, a long one by a job. */
export async function exportTrack(
  viewer: Viewer,
  { format, ...filters }: Input,
): Promise<OutputOf<Api['exportTrack']>> {
  if (format === 'xlsx') {
    requireTrackTime(filters);
    await requireLocated(viewer, filters.customerId);
    return runExport(viewer, sheet, { filters });
  }
  const read = await readForExport(viewer, filters);
  const stamp = (sheetTime(new Date().toISOString(), read.timeZone) ?? '').replace(/\D/g, '');
  const mark = `安好 轨迹导出 · 导出人 ${viewer.name}（${viewer.account}）· 追踪号 ${viewer.traceId} · 内部资料，请勿外传`;
  const fileId = await saveForOwner(viewer, {
    name: `轨迹-${stamp}.gpx`,
    type: 'application/gpx+xml',
    content: Readable.from(gpxOf(read, mark)),
    subject: 'export',
  });
  return { fileId, jobId: null, count: read.rows.length };
}

export default [sheet];
