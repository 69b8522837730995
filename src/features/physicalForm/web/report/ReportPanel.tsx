import { Upload } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import type { Attachment } from '#shared/attachment.ts';
import { NavigationProgress } from '#web/core/progress.ts';
import { fileSize } from '#web/file/fileSize.ts';
import { FilePage } from '#web/file/view/FilePage.tsx';
import { PageSteps } from '#web/file/view/PageSteps.tsx';
import { useFileView } from '#web/file/view/useFileView.ts';
import { box } from '#web/message/message.tsx';
import { useScreen } from '#web/screen/screen.ts';
import { Button } from '#web/ui/Button.tsx';
import type { ExamForm } from '../useExamForm.ts';
import { acceptedTypes, maxFiles, uploadReport } from './upload.ts';

const FileViewer = lazy(() => import('#web/file/view/FileViewer.tsx'));

/** Width of the page in the panel, px. */
const pageWidth = 220;

/** Holds the reports: those stored and those uploaded since, saved at once. */
function useReports({ entry, record }: ExamForm) {
  const [uploaded, setUploaded] = useState<readonly Attachment[]>([]);
  const [busy, setBusy] = useState<string>();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const ids = entry.facts.fileIds;
  const stored = [...record.files, ...uploaded];
  const files = ids.flatMap((id) => stored.find((file) => file.id === id) ?? []);
  async function add(selected: readonly File[]): Promise<void> {
    const refused: string[] = [];
    const added: Attachment[] = [];
    for (const file of selected) {
      if (ids.length + added.length >= maxFiles) {
        refused.push(`报告最多 ${maxFiles} 份`);
        break;
      }
      setBusy(file.name);
      const result = await uploadReport(file);
      if (typeof result === 'string') refused.push(result);
      else added.push(result);
    }
    setBusy(undefined);
    setProblems(refused);
    if (added.length === 0) return;
    setUploaded((last) => [...last, ...added]);
    entry.storeFact('fileIds', [...ids, ...added.map(({ id }) => id)]);
  }
  const remove = async ({ id, name }: Attachment) => {
    const sure = await box.confirm('移除后文件不能恢复。', { title: `移除「${name}」`, ok: '移除报告', danger: true });
    if (!sure) return;
    entry.storeFact(
      'fileIds',
      ids.filter((other) => other !== id),
    );
  };
  return { files, busy, problems, add, remove };
}

/** 原始报告: the paper of the institution, shown in the page, uploaded by choice or by drop. */
export function ReportPanel({ form }: { form: ExamForm }) {
  const { query, setQuery } = useScreen();
  const { files, busy, problems, add, remove } = useReports(form);
  const input = useRef<HTMLInputElement>(null);
  const view = useFileView(files);
  const file = view?.file;
  const { editable } = form;
  const isOpen = query.get('report') === 'open' && view !== undefined;
  return (
    <section
      aria-label="原始报告"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (editable) void add([...event.dataTransfer.files]);
      }}
    >
      <h2 className="mb-1 flex items-center gap-2 text-[13px] leading-5">
        原始报告
        {file && <span className="font-normal text-text2">{files.length} 份</span>}
        {file && (
          <Button kind="link" className="ml-auto text-[13px] font-normal" onClick={() => setQuery({ report: 'open' })}>
            在页内打开
          </Button>
        )}
      </h2>
      {files.length > 1 && (
        <p className="flex flex-wrap gap-1.5 mb-1.5">
          {files.map((other, index) => (
            <button
              key={other.id}
              type="button"
              className="exam-phrase rounded-sm text-xs"
              aria-pressed={other.id === file?.id}
              title={other.name}
              onClick={() => view?.toFile(index)}
            >
              第 {index + 1} 份
            </button>
          ))}
        </p>
      )}
      {view && file ? (
        <>
          <div className="p-2.5 border border-line bg-s3 rounded-md">
            <FilePage view={view} width={pageWidth} />
          </div>
          <p className="flex items-center flex-wrap gap-x-2 text-xs text-text2">
            <span className="truncate">
              {file.name} · {fileSize(file.size)}
            </span>
            {view.pages > 1 && <PageSteps page={view.page} pages={view.pages} onPage={view.toPage} />}
            {editable && busy === undefined && (
              <Button kind="link" danger className="text-xs" onClick={() => void remove(file)}>
                移除…
              </Button>
            )}
          </p>
        </>
      ) : (
        <p className="p-2.5 border border-dashed border-line bg-s3 rounded-md text-[13px] text-text2">
          {editable ? '把医院的报告（PDF 或图片）拖到这里，或点「上传报告」' : '没有上传报告'}
        </p>
      )}
      {editable && (
        <Button
          className="mt-1.5"
          disabled={busy !== undefined || files.length >= maxFiles}
          onClick={() => input.current?.click()}
        >
          <Upload size={14} aria-hidden /> {busy === undefined ? '上传报告' : `正在上传 ${busy}`}
        </Button>
      )}
      {problems.map((problem) => (
        <p key={problem} role="alert" className="text-xs text-level1-text">
          {problem}
        </p>
      ))}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={acceptedTypes}
        onChange={({ target }) => {
          void add([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      {isOpen && (
        <Suspense fallback={<NavigationProgress />}>
          <FileViewer view={view} onClose={() => setQuery({ report: null })} />
        </Suspense>
      )}
    </section>
  );
}
