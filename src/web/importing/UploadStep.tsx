import { Button as AntButton, Radio } from 'antd';
import { useState } from 'react';
import { type DuplicatePolicy, duplicatePolicies } from '#shared/contract/import.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { withToast } from '#web/api/feedback.ts';
import { send } from '#web/api/request.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { downloadFile, uploadFile } from '#web/file/file.ts';
import { Button } from '#web/ui/Button.tsx';
import { FileDrop, isTooLarge } from './FileDrop.tsx';
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
      <FileDrop file={file} onFile={setFile} label="导入文件" hint="选择 xlsx 或 CSV 文件，或拖到这里" />
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
        <AntButton type="primary" disabled={!file || isTooLarge(file)} loading={busy} onClick={() => void start()}>
          上传并预览
        </AntButton>
      </footer>
    </div>
  );
}
