import { Printer } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { SectionProps } from '#features/equipment/web/service.ts';
import { Button } from '#web/ui/Button.tsx';

const Labels = lazy(() => import('./Labels.tsx'));

/** Button 标签… in the head of a device's page. */
export default function LabelButton({ device }: SectionProps) {
  const [printing, setPrinting] = useState(false);
  return (
    <>
      <Button onClick={() => setPrinting(true)}>
        <Printer size={16} aria-hidden /> 标签…
      </Button>
      {printing && (
        <Suspense fallback={null}>
          <Labels ids={[device.id]} onClose={() => setPrinting(false)} />
        </Suspense>
      )}
    </>
  );
}
