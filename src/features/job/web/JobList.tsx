import { Progress } from 'antd';
import { Download, FileWarning } from 'lucide-react';
import { type JobRow, jobApi, jobStates } from '#shared/job.ts';
import { downloadFile } from '#web/file.ts';
import { count, listTime } from '#web/format.ts';
import { refreshJobs } from '#web/jobs.ts';
import { attempt } from '#web/outcome.ts';
import { call } from '#web/request.ts';

interface Props {
  jobs: readonly JobRow[];
  /** Opens an import: to confirm it, or to take it back. */
  onImport: (id: string) => void;
}

/** One's newest jobs, the one that was started last on top. */
export default function JobList({ jobs, onImport }: Props) {
  return (
    <section className="job-list" aria-label="任务">
      <ul>
        {jobs.map((job) => (
          <Job key={job.id} job={job} onImport={onImport} />
        ))}
      </ul>
      <p>导出的文件保留 24 小时。</p>
    </section>
  );
}

async function cancel(job: JobRow): Promise<void> {
  await attempt(() => call(jobApi.cancelJob, { id: job.id }), { done: '已取消', failed: '取消失败' });
  refreshJobs();
}

function Job({ job, onImport }: { job: JobRow; onImport: Props['onImport'] }) {
  const underWay = job.state === 'waiting' || job.state === 'running';
  return (
    <li className={`job job-${job.state}`} data-job-id={job.id}>
      <header>
        <strong>{job.title}</strong>
        <span>{jobStates[job.state]}</span>
        <time dateTime={job.createdAt}>{listTime(job.createdAt)}</time>
      </header>
      {underWay ? <UnderWay job={job} /> : job.message && <p>{job.message}</p>}
      <footer>
        {job.fileId && (
          <button type="button" className="button plain" onClick={() => downloadFile(job.fileId ?? '')}>
            <Download size={14} aria-hidden="true" /> 下载
          </button>
        )}
        {job.errorFileId && (
          <button type="button" className="button plain" onClick={() => downloadFile(job.errorFileId ?? '')}>
            <FileWarning size={14} aria-hidden="true" /> 错误文件
          </button>
        )}
        {job.kind === 'import' && job.state === 'done' && (
          <button type="button" className="button plain" onClick={() => onImport(job.id)}>
            {job.result.phase === 'preview' ? '确认导入…' : '查看…'}
          </button>
        )}
        {underWay && (
          <button type="button" className="button plain" onClick={() => void cancel(job)}>
            取消
          </button>
        )}
        {job.state === 'failed' && <small>追踪号 {job.traceId}</small>}
      </footer>
    </li>
  );
}

function UnderWay({ job }: { job: JobRow }) {
  if (job.state === 'waiting' || job.total === null) return <p>{job.state === 'waiting' ? '等待开始' : '正在准备'}</p>;
  const percent = job.total === 0 ? 0 : Math.floor((job.done / job.total) * 100);
  return (
    <div className="job-progress">
      <Progress percent={percent} size="small" status="normal" strokeColor="var(--primary)" />
      <span>
        {count(job.done)} / {count(job.total)} 行
      </span>
    </div>
  );
}
