import { config } from '#server/core/runtime.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { openJobQueue } from '#server/jobs/jobQueue.ts';
import { every } from '#server/jobs/schedule.ts';
import { registerTopic } from '#server/live/stream.ts';
import { jobRows, trimJobs } from './jobList.ts';

/** Starts the job queue and the stream topic of jobs. */
const part: Worker = {
  async start() {
    registerTopic('job', {
      permission: 'login',
      // Only the owner gets the event, so the full and the reduced payload are equal.
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
