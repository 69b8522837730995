import { config } from '#server/core/runtime.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { openJobQueue } from '#server/jobs/jobQueue.ts';
import { every } from '#server/jobs/schedule.ts';
import { registerTopic } from '#server/live/stream.ts';
import { jobRows, trimJobs } from './jobList.ts';

/** The queue of long work, and what the streams show of a job. */
const part: Worker = {
  async start() {
    registerTopic('job', {
      permission: 'login',
      // Only the owner is told, so both sides are the same.
      load: async (ids) => new Map((await jobRows(ids)).map((row) => [row.id, { full: row, reduced: row }])),
    });
    const works = config().roles.has('worker');
    const close = await openJobQueue(works);
    const trim = works ? every('job.trim', '历史任务清理', 3600, trimJobs, true) : async () => undefined;
    return async () => {
      await trim();
      await close();
    };
  },
};
export default part;
