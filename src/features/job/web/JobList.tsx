import { Download, FileWarning } from 'lucide-react';
import { type JobRow, jobStates } from '#shared/contract/job.ts';
import { listTime } from '#web/data/format.ts';
import { downloadFile } from '#web/file/file.ts';
import { cancelJob, JobProgress } from '#web/job/JobProgress.tsx';
import { Button } from '#web/ui/Button.tsx';

interface Props {
  jobs: readonly JobRow[];
  /** Opens an import to confirm or undo it. */
  onImport: (id: string) => void;
}

/** The user's newest jobs, last started first. */
export default function JobList({ jobs, onImport }: Props) {
  return (
    <section className="job-list overflow-auto" aria-label="任务">
      <ul>
        {jobs.map((job) => (
          <Job key={job.id} job={job} onImport={onImport} />
        ))}
      </ul>
      <p className="text-xs text-text3 mt-2">导出的文件保留 24 小时。</p>
    </section>
  );
}

/** Returns the shown state: a read import waits for confirmation, an undone one is not a success. */
function standing({ kind, state, result }: JobRow): keyof typeof standings {
  if (kind !== 'import' || state !== 'done') return state;
  return result.phase === 'preview' ? 'mine' : result.phase === 'undone' ? 'undone' : state;
}

const standings = { ...jobStates, mine: '待确认', undone: '已撤销' } as const;
const shades: Partial<Record<keyof typeof standings, string>> = {
  done: 'text-success',
  failed: 'text-level1-text',
  mine: 'text-level2-text font-bold',
};

function Job({ job, onImport }: { job: JobRow; onImport: Props['onImport'] }) {
  const underWay = job.state === 'waiting' || job.state === 'running';
  return (
    <li className={'job border-b border-line py-2'} data-job-id={job.id}>
      <header className="flex items-baseline gap-2">
        <strong>{job.title}</strong>
        <span className={`${shades[standing(job)] ?? 'text-text2'} text-xs`}>{standings[standing(job)]}</span>
        <time className="ml-auto text-xs text-text3" dateTime={job.createdAt}>
          {listTime(job.createdAt)}
        </time>
      </header>
      {underWay ? <JobProgress job={job} /> : job.message && <p className="text-[13px] text-text2">{job.message}</p>}
      <footer className="flex items-center gap-2">
        {job.fileId && (
          <Button kind="plain" onClick={() => downloadFile(job.fileId ?? '')}>
            <Download size={14} aria-hidden="true" /> 下载
          </Button>
        )}
        {job.errorFileId && (
          <Button kind="plain" onClick={() => downloadFile(job.errorFileId ?? '')}>
            <FileWarning size={14} aria-hidden="true" /> 错误文件
          </Button>
        )}
        {job.kind === 'import' && !underWay && job.result.phase !== undefined && (
          <Button kind="plain" onClick={() => onImport(job.id)}>
            {standing(job) === 'mine' ? '确认导入…' : '查看…'}
          </Button>
        )}
        {underWay && (
          <Button kind="plain" onClick={() => void cancelJob(job.id)}>
            取消
          </Button>
        )}
        {job.state === 'failed' && <small className="text-text3">追踪号 {job.traceId}</small>}
      </footer>
    </li>
  );
}
