import { jobApi } from '#features/job/contract.ts';
import { handlers } from '#server/handlers.ts';
import { cancelJob, getJob, getJobList } from './service.ts';

export default handlers(jobApi, { getJob, getJobList, cancelJob });
