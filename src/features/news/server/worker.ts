import { registerFileAccess } from '#features/file/server/service.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { canOpenFile } from './pictures.ts';
import { publishDue } from './review.ts';

/** Publishes due articles on every node; each article is handled by one node. */
const part: Worker = {
  async start() {
    registerFileAccess('news', canOpenFile);
    return every('news.due', '资讯定时发布', 1, publishDue);
  },
};
export default part;
