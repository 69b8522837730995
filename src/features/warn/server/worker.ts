import { db, onPool } from '#server/db/db.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { registerTopic } from '#server/live/stream.ts';
import { releaseAbandoned } from './claim/presence.ts';
import { limitedRow, warnAuthors, warnRows } from './read/rows.ts';
import { rowOf } from './read/visibility.ts';
import { healthPermission } from './warnEvents.ts';

/** Registers the topics of the streams, for the desk and for health staff, and releases the warns of absent handlers. */
const part: Worker = {
  async start() {
    const upSince = Date.now();
    registerTopic('warn', {
      permission: 'warn:claim',
      load: async (ids) => {
        const [rows, authors] = await Promise.all([warnRows(db, ids), warnAuthors(db, ids)]);
        return new Map(
          rows.map((row) => [
            row.id,
            { full: rowOf(row), reduced: limitedRow(row), owners: authors.get(row.id) ?? [] },
          ]),
        );
      },
    });
    registerTopic('earlyWarning', {
      permission: healthPermission,
      load: async (ids) => {
        const rows = (await warnRows(db, ids)).map(limitedRow);
        return new Map(rows.map((row) => [row.id, { full: row, reduced: row }]));
      },
    });
    return every('warn.abandoned', '离席告警释放', 20, () => onPool('direct', () => releaseAbandoned(upSince)), true);
  },
};
export default part;
