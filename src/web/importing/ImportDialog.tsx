// importing: importing a sheet: upload, preview, run.

import { Modal } from 'antd';
import { useState } from 'react';
import type { Endpoint } from '#shared/endpoint.ts';
import { refreshJobs } from '#web/job/jobs.ts';
import { ImportPreview } from './ImportPreview.tsx';
import { UploadStep } from './UploadStep.tsx';
import '../form/form.css';
import './importing.css';

interface Props {
  /** An import that was started before; without it the dialog starts with the upload. */
  jobId?: string;
  /** Title of a row, e.g. 客户. */
  rowLabel?: string;
  /** The upload (`importOf`) and its template (`templateOf`). */
  upload?: Endpoint;
  template?: Endpoint;
  onClose: () => void;
  /** Called after rows were imported or undone: the list reloads. */
  onChanged?: () => void;
}

/** An import in three steps: the file, the preview with its errors, the result with undo (domain.md 3.6). */
export default function ImportDialog({ jobId: begun, rowLabel, upload, template, onClose, onChanged }: Props) {
  const [jobId, setJobId] = useState(begun);
  return (
    <Modal
      open
      title={rowLabel ? `导入${rowLabel}` : '导入'}
      width={800}
      footer={null}
      onCancel={onClose}
      mask={{ closable: false }}
      className="dialog-form import-dialog"
    >
      {jobId === undefined && upload && template ? (
        <UploadStep
          upload={upload}
          template={template}
          onClose={onClose}
          onStarted={(id) => {
            setJobId(id);
            refreshJobs();
          }}
        />
      ) : (
        jobId && (
          <ImportPreview
            {...{ jobId, onClose, onChanged }}
            onBack={upload && template && (() => setJobId(undefined))}
          />
        )
      )}
    </Modal>
  );
}
