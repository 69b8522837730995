import { Modal } from 'antd';
import { useState } from 'react';
import { ImportPreview } from '#web/importing/ImportPreview.tsx';
import { refreshJobs } from '#web/job/jobs.ts';
import { FileStep, type ReadFile } from './FileStep.tsx';
import { MatchStep } from './MatchStep.tsx';
import '#web/form/form.css';
import '#web/importing/importing.css';
import './match.css';

interface Props {
  onClose: () => void;
  /** Called after rows were imported or undone: the list reloads. */
  onChanged: () => void;
}

/** Import of an institution's file: the file, what its headings mean, the preview, the result with undo. */
export default function PhysicalImport({ onClose, onChanged }: Props) {
  const [read, setRead] = useState<ReadFile>();
  const [isMatching, setMatching] = useState(false);
  const [jobId, setJobId] = useState<string>();
  const step = jobId !== undefined ? '预览与导入' : isMatching ? '对好列' : '选择文件';
  return (
    <Modal
      open
      title={`导入体检 · ${step}`}
      width={800}
      footer={null}
      onCancel={onClose}
      mask={{ closable: false }}
      className="dialog-form import-dialog"
    >
      {jobId !== undefined ? (
        <ImportPreview
          {...{ jobId, onClose, onChanged }}
          onBack={() => {
            setJobId(undefined);
            setMatching(false);
          }}
        />
      ) : isMatching && read ? (
        <MatchStep
          read={read}
          onBack={() => setMatching(false)}
          onStarted={(id) => {
            setJobId(id);
            refreshJobs();
          }}
        />
      ) : (
        <FileStep
          initial={read}
          onRead={(next) => {
            setRead(next);
            setMatching(true);
          }}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}
