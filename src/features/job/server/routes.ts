import { handlers } from '#server/handlers.ts';
import { jobApi } from '#shared/job.ts';
import { cancelJob, getJob, getJobList } from './service.ts';

export default handlers(jobApi, { getJob, getJobList, cancelJob });
