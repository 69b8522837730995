import { Progress } from 'antd';
import { type JobRow, jobApi } from '#shared/contract/job.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { count } from '#web/data/format.ts';
import { refreshJobs } from './jobs.ts';
import './jobProgress.css';

/** Progress of a waiting or running job: its rows, once they are counted. */
export function JobProgress({ job }: { job: Pick<JobRow, 'state' | 'done' | 'total'> }) {
  if (job.state === 'waiting' || job.total === null) return <p>{job.state === 'waiting' ? '等待开始' : '正在准备'}</p>;
  const percent = job.total === 0 ? 0 : Math.floor((job.done / job.total) * 100);
  return (
    <div className="job-progress grid items-center gap-2 text-xs">
      <Progress percent={percent} size="small" status="normal" strokeColor="var(--primary)" />
      <span>
        {count(job.done)} / {count(job.total)} 行
      </span>
    </div>
  );
}

/** Cancels a running job; rows written so far stay, and its message has their number. */
export async function cancelJob(id: string): Promise<void> {
  await withToast(() => callApi(jobApi.cancelJob, { id }), { done: '已取消', failed: '取消失败' });
  refreshJobs();
}
