import { Upload } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';

const PhysicalImport = lazy(() => import('./PhysicalImport.tsx'));

/** 导入 with its dialog. */
export function ImportButton({ onChanged }: { onChanged: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Upload size={16} aria-hidden /> 导入
      </Button>
      {open && (
        <Suspense fallback={null}>
          <PhysicalImport onChanged={onChanged} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
