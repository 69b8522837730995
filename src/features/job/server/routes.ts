import { handlers } from '#server/feature/handlers.ts';
import { jobApi } from '#shared/contract/job.ts';
import { cancelJob, getJob, getJobList } from './jobList.ts';

export default handlers(jobApi, { getJob, getJobList, cancelJob });
