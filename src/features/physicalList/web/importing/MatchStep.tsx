import { Button as AntButton } from 'antd';
import { useMemo, useState } from 'react';
import { physicalApi } from '#features/physical/contract.ts';
import { problemText } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { uploadFile } from '#web/file/file.ts';
import type { ReadFile } from './FileStep.tsx';
import { MatchTable } from './MatchTable.tsx';
import { codeGroups, codesOf, matchProblems } from './matching.ts';

interface Props {
  read: ReadFile;
  onBack: () => void;
  onStarted: (jobId: string) => void;
}

/** Second step: what each heading means, kept for the institution; then the file is read by it. */
export function MatchStep({ read: { org, file, headings }, onBack, onStarted }: Props) {
  const [codes, setCodes] = useState(() => codesOf(headings));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const groups = useMemo(codeGroups, []);
  const labels = useMemo(
    () => new Map(groups.flatMap(({ codes: all }) => all.map((one) => [one.code, one.label]))),
    [groups],
  );
  const labelOf = (code: string) => labels.get(code) ?? code;
  const problems = matchProblems(codes, labelOf);
  const matched = Object.values(codes).filter((code) => code !== null).length;
  const isStored = headings.headings.every(
    ({ heading, code, source }) => source === 'stored' && codes[heading] === code,
  );

  const start = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      if (!isStored) await callApi(physicalApi.editPhysicalMapping, { org, columns: codes, version: headings.version });
      const { jobId } = await uploadFile<{ jobId: string }>(physicalApi.importPhysical.path, file, { org });
      onStarted(jobId);
    } catch (error) {
      setFailure(problemText(error));
      setBusy(false);
    }
  };
  return (
    <div className="import-step gap-3 grid">
      <p>
        {org}的「{file.name}」，第 {headings.row} 行是列名：{headings.headings.length} 列，对好 {matched} 列
        {isStored && '，和上次一样'}。
      </p>
      <MatchTable
        headings={headings.headings}
        {...{ codes, groups, labelOf, problems }}
        onChange={(heading, code) => setCodes((last) => ({ ...last, [heading]: code }))}
      />
      {(failure ?? problems.get('')) && (
        <p className="text-level1-text" role="alert">
          {failure ?? problems.get('')}
        </p>
      )}
      <footer className="flex gap-2 border-t border-line bg-s2 px-6 py-3">
        <AntButton onClick={onBack}>换文件</AntButton>
        <AntButton type="primary" disabled={problems.size > 0} loading={busy} onClick={() => void start()}>
          {isStored ? '读取并预览' : '记住并预览'}
        </AntButton>
      </footer>
    </div>
  );
}
