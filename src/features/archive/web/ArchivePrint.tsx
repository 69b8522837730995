import { lazy, Suspense, useEffect } from 'react';
import { archiveApi } from '#features/archive/contract.ts';
import { toast } from '#web/message/message.tsx';
import { useCall } from '#web/screen/useCall.ts';

const ArchivePaper = lazy(() => import('./print/ArchivePaper.tsx'));

/** Reads a customer's archive and shows it on paper. */
export function ArchivePrint({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, problem } = useCall(archiveApi.getArchive, { customerId: id });
  useEffect(() => {
    if (!problem) return;
    toast.error(problem);
    onClose();
  }, [problem, onClose]);
  if (!data) return null;
  return (
    <Suspense fallback={null}>
      <ArchivePaper archive={{ ...data, id, name: data.person.name }} onClose={onClose} />
    </Suspense>
  );
}
