import { handlers } from '#server/feature/handlers.ts';
import { jobApi } from '#shared/job.ts';
import { cancelJob, getJob, getJobList } from './jobList.ts';

export default handlers(jobApi, { getJob, getJobList, cancelJob });
