import { handlers } from '#server/feature/handlers.ts';
import { jobApi } from '#shared/job.ts';
import { cancelJob, getJob, getJobList } from './service.ts';

export default handlers(jobApi, { getJob, getJobList, cancelJob });
