import { Button as AntButton, Checkbox, Pagination } from 'antd';
import { useState } from 'react';
import { amountOf, importApi } from '#shared/contract/import.ts';
import { type JobRow, jobApi } from '#shared/contract/job.ts';
import { errorText, withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { downloadFile } from '#web/file/file.ts';
import { cancelJob, JobProgress } from '#web/job/JobProgress.tsx';
import { refreshJobs, useJobs } from '#web/job/jobs.ts';
import { box } from '#web/message/message.tsx';
import { Slots } from '#web/screen/Slots.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Figures } from './Figures.tsx';
import { PreviewTable } from './PreviewTable.tsx';
import { type Preview, previewLimit, useImport } from './useImport.ts';

export interface ImportedProps {
  jobId: string;
  /** Path of the upload (`/api/user/importUser`): a feature shows content for its own imports. */
  path: string;
}

declare module '#web/screen/manifest.ts' {
  interface WebSlots {
    /** Next steps below a finished import. */
    imported: Slot<ImportedProps>;
  }
}

interface Props {
  jobId: string;
  onClose: () => void;
  onChanged?: (() => void) | undefined;
  /** Leads back to the choice of a file, where this one could not be read. */
  onBack?: (() => void) | undefined;
}

/** Rows of the file with their planned actions, and the buttons to import, cancel or undo. */
export function ImportPreview({ jobId, onClose, onChanged, onBack }: Props) {
  const [page, setPage] = useState(1);
  const [problems, setProblems] = useState(false);
  const [busy, setBusy] = useState(false);
  const { preview, error, reload } = useImport(jobId, page, problems);
  const job = useJobs().jobs.find(({ id }) => id === jobId);

  const runAndReload = async (work: () => Promise<unknown>, failed: string) => {
    setBusy(true);
    const done = await withToast(work, { done: null, failed });
    setBusy(false);
    refreshJobs();
    reload();
    if (done !== undefined) onChanged?.();
  };
  const confirm = (mode: 'valid' | 'all') =>
    void runAndReload(() => callApi(importApi.confirmImport, { jobId, mode }), '导入失败');
  const undo = async () => {
    const sure = await box.confirm('撤销这次导入？新增的行会删除，覆盖的行恢复原值；导入之后有人改过的行保持不变。', {
      title: '撤销导入',
      ok: '撤销导入',
      danger: true,
    });
    if (sure) await runAndReload(() => callApi(importApi.undoImport, { jobId }), '撤销失败');
  };
  const drop = async () => {
    setBusy(true);
    const dropped = await withToast(() => callApi(jobApi.cancelJob, { id: jobId }), {
      done: '已放弃，没有写入任何行',
      failed: '放弃失败',
    });
    setBusy(false);
    refreshJobs();
    if (dropped === undefined) reload();
    else onClose();
  };
  const errorBook = async () => {
    const job = await withToast(() => callApi(jobApi.getJob, { id: jobId }), {
      done: null,
      failed: '错误文件没有取到',
    });
    if (job?.errorFileId) downloadFile(job.errorFileId);
  };

  if (error) return <p role="alert">{errorText(error, '导入没有取到')}</p>;
  if (!preview) return <p role="status">加载中</p>;
  const bad = badRows(preview);
  const underWay = isUnderWay(preview);
  if (isUnread(preview)) return <Unread message={preview.message} {...{ onClose, onBack }} />;
  return (
    <div className="import-step gap-3 grid">
      <div role="status">{underWay ? <UnderWay preview={preview} job={job} /> : preview.message}</div>
      <Figures preview={preview} />
      {preview.phase !== 'read' && (
        <>
          <div className="import-tools flex items-center gap-4">
            <Checkbox
              checked={problems}
              onChange={({ target }) => {
                setProblems(target.checked);
                setPage(1);
              }}
            >
              只看有问题的行
            </Checkbox>
            {preview.invalid > 0 && (
              <Button kind="plain" className="px-1" onClick={() => void errorBook()}>
                下载错误文件
              </Button>
            )}
          </div>
          <PreviewTable preview={preview} />
          <Pagination
            size="small"
            current={page}
            pageSize={previewLimit}
            total={preview.count}
            showSizeChanger={false}
            onChange={setPage}
          />
        </>
      )}
      {preview.phase === 'imported' && !underWay && preview.inserts > 0 && (
        <Slots name="imported" props={{ jobId, path: preview.path }} />
      )}
      <footer className="flex gap-2 border-t border-line bg-s2 px-6 py-3">
        {underWay && <AntButton onClick={() => void cancelJob(jobId).then(reload)}>取消导入</AntButton>}
        {isUndecided(preview) ? (
          <AntButton disabled={busy} onClick={() => void drop()}>
            全部放弃
          </AntButton>
        ) : (
          <AntButton onClick={onClose}>关闭</AntButton>
        )}
        {preview.phase === 'preview' && !underWay && (
          <AntButton
            type="primary"
            loading={busy}
            disabled={bad === preview.total}
            onClick={() => confirm(bad > 0 ? 'valid' : 'all')}
          >
            {preview.written > 0 ? '继续导入' : `${bad > 0 ? '仅导入正确的' : '导入'} ${goodRows(preview)}`}
          </AntButton>
        )}
        {(preview.phase === 'imported' || preview.phase === 'preview') && !underWay && preview.written > 0 && (
          <AntButton danger loading={busy} onClick={() => void undo()}>
            撤销导入…
          </AntButton>
        )}
      </footer>
    </div>
  );
}

const isUnderWay = ({ state }: Pick<Preview, 'state'>) => state === 'waiting' || state === 'running';
const isUnread = (preview: Preview) => preview.phase === 'read' && !isUnderWay(preview);

/** Says why a file could not be read, and leads back to the choice of one. */
function Unread({ message, onClose, onBack }: Pick<Props, 'onClose' | 'onBack'> & { message: string | null }) {
  return (
    <div className="import-step gap-3 grid">
      <p role="alert" className="text-level1-text">
        {message}
      </p>
      <footer className="flex gap-2 border-t border-line bg-s2 px-6 py-3">
        <AntButton onClick={onClose}>关闭</AntButton>
        {onBack && (
          <AntButton type="primary" onClick={onBack}>
            换文件
          </AntButton>
        )}
      </footer>
    </div>
  );
}

/** Returns whether the file was read and the decision is open; closing by the cross leaves it open. */
function isUndecided({ phase, state, written }: Preview): boolean {
  return phase === 'preview' && state === 'done' && written === 0;
}

/** Returns the number of rows that are not written; in the preview including a refused row. */
function badRows({ phase, invalid, refused }: Pick<Preview, 'phase' | 'invalid' | 'refused'>): number {
  return invalid + (phase === 'preview' ? refused : 0);
}

/** Returns the rows to write per sheet as text. */
function goodRows({ sheets, phase }: Preview): string {
  return amountOf(sheets, (sheet) => sheet.total - badRows({ ...sheet, phase }));
}

function UnderWay({ preview, job }: { preview: Preview; job: JobRow | undefined }) {
  return preview.phase === 'read' ? <>正在读取文件，请稍候</> : <JobProgress job={job ?? { ...preview, done: 0 }} />;
}
