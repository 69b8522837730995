import { type ReactNode, useEffect, useMemo } from 'react';
import { archiveApi } from '#features/archive/contract.ts';
import { toast } from '#web/message/message.tsx';
import { useCall } from '#web/screen/useCall.ts';
import type { ShownArchive } from './sections.tsx';

interface Props {
  id: string;
  /** Called after a toast if the archive cannot be read. */
  onClose: () => void;
  children: (archive: ShownArchive) => ReactNode;
}

/** Reads a customer's archive for a part of its page beside the list. */
export function ArchiveOf({ id, onClose, children }: Props) {
  const { data, problem } = useCall(archiveApi.getArchive, { customerId: id });
  const archive = useMemo(() => data && { ...data, id, name: data.person.name }, [data, id]);
  useEffect(() => {
    if (!problem) return;
    toast.error(problem);
    onClose();
  }, [problem, onClose]);
  return archive && children(archive);
}
