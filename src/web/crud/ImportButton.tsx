import { Upload } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import type { Endpoint } from '#shared/endpoint.ts';
import { useScreen } from '#web/screen/screen.ts';
import { Button } from '#web/ui/Button.tsx';

const ImportDialog = lazy(() => import('#web/importing/ImportDialog.tsx'));

interface Props {
  /** Title of a row, e.g. 客户. */
  rowLabel: string;
  upload: Endpoint;
  template: Endpoint;
  /** Called after rows were imported or undone. */
  onChanged: () => void;
}

/** 导入 with its dialog: file, preview, result. `import=1` in the URL opens it. */
export function ImportButton({ rowLabel, upload, template, onChanged }: Props) {
  const [open, setOpen] = useState(false);
  const { query, setQuery } = useScreen();
  const isRequested = query.get('import') === '1';
  const openRequested = useEffectEvent(() => {
    setOpen(true);
    setQuery({ import: null });
  });
  useEffect(() => {
    if (isRequested) openRequested();
  }, [isRequested]);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Upload size={16} aria-hidden /> 导入
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ImportDialog {...{ rowLabel, upload, template, onChanged }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
