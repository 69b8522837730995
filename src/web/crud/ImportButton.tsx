import { Upload } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Endpoint } from '#shared/endpoint.ts';

const ImportDialog = lazy(() => import('#web/importing/ImportDialog.tsx'));

interface Props {
  /** 客户. */
  noun: string;
  upload: Endpoint;
  template: Endpoint;
  /** After rows were written or taken back. */
  onChanged: () => void;
}

/** 导入, with its dialog: the file, the preview, the result. */
export function ImportButton({ noun, upload, template, onChanged }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        <Upload size={16} aria-hidden /> 导入
      </button>
      {open && (
        <Suspense fallback={null}>
          <ImportDialog {...{ noun, upload, template, onChanged }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
