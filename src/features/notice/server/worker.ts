import { registerFileAccess } from '#features/file/server/service.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { registerTopic } from '#server/live/stream.ts';
import { canOpenFile } from './attachments.ts';
import { liveNotices } from './inbox.ts';
import { moveDue } from './publish.ts';

/** Publishes due notices on every node; each notice is handled by one node. */
const part: Worker = {
  async start() {
    registerFileAccess('notice', canOpenFile);
    registerTopic('notice', {
      permission: 'own',
      load: async (ids) => new Map((await liveNotices(ids)).map((row) => [row.id, { full: row, reduced: row }])),
    });
    return every('notice.due', '公告定时发布', 1, moveDue);
  },
};
export default part;
