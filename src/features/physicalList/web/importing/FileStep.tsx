import { Button as AntButton } from 'antd';
import { useId, useState } from 'react';
import { physicalApi } from '#features/physical/contract.ts';
import { OrgField } from '#features/physicalForm/web/service.ts';
import { problemText } from '#web/api/feedback.ts';
import { uploadFile } from '#web/file/file.ts';
import { FileDrop, isTooLarge } from '#web/importing/FileDrop.tsx';
import { Limits } from '#web/importing/Limits.tsx';
import type { Headings } from './matching.ts';

/** A file of an institution whose headings were read. */
export interface ReadFile {
  org: string;
  file: File;
  headings: Headings;
}

interface Props {
  initial: Pick<ReadFile, 'org'> | undefined;
  onRead: (read: ReadFile) => void;
  onClose: () => void;
}

/** First step: whose file it is, and the file; its headings are read and nothing is stored. */
export function FileStep({ initial, onRead, onClose }: Props) {
  const id = useId();
  const [org, setOrg] = useState(initial?.org ?? '');
  const [file, setFile] = useState<File>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const read = async () => {
    const name = org.trim();
    if ([...name].length < 2) return setProblem('请选择或填写机构，2 个字以上');
    if (!file) return setProblem('请选择文件');
    setBusy(true);
    setProblem(undefined);
    try {
      const headings = await uploadFile<Headings>(physicalApi.getPhysicalHeadings.path, file, { org: name });
      onRead({ org: name, file, headings });
    } catch (error) {
      setProblem(`「${file.name}」没有读出来：${problemText(error)}`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="import-step gap-3 grid">
      <p>医院的文件不用改格式：第一次把它的列和体检项目对好，以后同一家机构的文件直接导入。按身份证号找人。</p>
      <Limits path={physicalApi.importPhysical.path} />
      <div className="grid gap-1">
        <label htmlFor={id} className="text-[13px]">
          机构
        </label>
        <OrgField value={org} onChange={(value) => setOrg(String(value ?? ''))} disabled={busy} attributes={{ id }} />
      </div>
      <FileDrop
        file={file}
        onFile={setFile}
        label="体检文件"
        hint="选择 xlsx 或 CSV（UTF-8、GB18030）文件，或拖到这里"
      />
      {problem && (
        <p className="text-level1-text" role="alert">
          {problem}
        </p>
      )}
      <footer className="flex gap-2 border-t border-line bg-s2 px-6 py-3">
        <AntButton onClick={onClose}>取消</AntButton>
        <AntButton type="primary" disabled={isTooLarge(file)} loading={busy} onClick={() => void read()}>
          读取列
        </AntButton>
      </footer>
    </div>
  );
}
