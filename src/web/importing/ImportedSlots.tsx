import { type ComponentType, lazy, Suspense } from 'react';
import { SlotBoundary } from '#web/screen/SlotBoundary.tsx';

export interface ImportedProps {
  jobId: string;
  /** Of the upload (`/api/user/importUser`): a feature shows something for its own. */
  path: string;
}

type Slot = { default: ComponentType<ImportedProps> };
const slots = Object.entries(import.meta.glob<Slot>('../../features/*/web/ImportedSlot.tsx')).map(([file, load]) => ({
  file,
  Component: lazy(load),
}));

/** What features show below an import that was written: what comes next. */
export function ImportedSlots(props: ImportedProps) {
  return slots.map(({ file, Component }) => (
    <SlotBoundary key={file}>
      <Suspense>
        <Component {...props} />
      </Suspense>
    </SlotBoundary>
  ));
}
