import { registerFileAccess } from '#features/file/server/service.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { canOpenFile } from './pictures.ts';
import { publishDue } from './review.ts';

/** Every node publishes what is due; each article is taken by one of them. */
const part: Worker = {
  async start() {
    registerFileAccess('news', canOpenFile);
    return every('news.due', '资讯定时发布', 1, publishDue);
  },
};
export default part;
