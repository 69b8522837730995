import { Button as AntButton, Radio } from 'antd';
import { FileSpreadsheet } from 'lucide-react';
import { useRef, useState } from 'react';
import { type DuplicatePolicy, duplicatePolicies, maxImportBytes } from '#shared/contract/import.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { withToast } from '#web/api/feedback.ts';
import { send } from '#web/api/request.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { downloadFile, uploadFile } from '#web/file/file.ts';
import { Button } from '#web/ui/Button.tsx';
import { Limits } from './Limits.tsx';

interface Props {
  upload: Endpoint;
  template: Endpoint;
  onStarted: (jobId: string) => void;
  onClose: () => void;
}

/** Step with the template, the handling of existing rows, and the file. */
export function UploadStep({ upload, template, onStarted, onClose }: Props) {
  const [duplicates, setDuplicates] = useState<DuplicatePolicy>('skip');
  const [file, setFile] = useState<File>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const tooLarge = file !== undefined && file.size > maxImportBytes;

  const getTemplate = async () => {
    const created = await withToast(() => send<{ fileId: string }>('POST', template.path, {}), {
      done: null,
      failed: '模板没有取到',
    });
    if (created) downloadFile(created.fileId);
  };
  const start = async () => {
    if (!file) return;
    setBusy(true);
    const started = await withToast(() => uploadFile<{ jobId: string }>(upload.path, file, { duplicates }), {
      done: null,
      failed: '上传失败',
    });
    setBusy(false);
    if (started) onStarted(started.jobId);
  };

  return (
    <div className="import-step gap-3 grid">
      <p>
        先
        <Button kind="plain" onClick={() => void getTemplate()}>
          下载模板
        </Button>
        填写。上传后先看预览，确认后才会写入。
      </p>
      <Limits path={upload.path} />
      <button
        type="button"
        className="import-drop gap-2 text-text2 bg-s2 grid cursor-pointer"
        onClick={() => input.current?.click()}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          setFile(event.dataTransfer.files[0]);
        }}
      >
        <FileSpreadsheet size={24} aria-hidden="true" />
        {file ? file.name : '选择 xlsx 或 CSV 文件，或拖到这里'}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="导入文件"
        accept=".xlsx,.csv"
        onChange={({ target }) => setFile(target.files?.[0])}
      />
      {tooLarge && (
        <p className="text-level1-text" role="alert">
          文件超过 20 MB，请拆成几个文件
        </p>
      )}
      <div className="import-tools flex items-center gap-4">
        <span id="import-known">系统里已有的行</span>
        <Radio.Group
          aria-labelledby="import-known"
          value={duplicates}
          onChange={({ target }) => setDuplicates(target.value)}
          options={optionsOf(duplicatePolicies)}
        />
      </div>
      <footer className="flex gap-2 border-t border-line bg-s2 px-6 py-3">
        <AntButton onClick={onClose}>取消</AntButton>
        <AntButton type="primary" disabled={!file || tooLarge} loading={busy} onClick={() => void start()}>
          上传并预览
        </AntButton>
      </footer>
    </div>
  );
}
