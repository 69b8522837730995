import { type ComponentType, lazy, Suspense } from 'react';
import { SlotBoundary } from '#web/screen/SlotBoundary.tsx';

export interface ImportedProps {
  jobId: string;
  /** Path of the upload (`/api/user/importUser`): a feature shows content for its own imports. */
  path: string;
}

type Slot = { default: ComponentType<ImportedProps> };
const slots = Object.entries(import.meta.glob<Slot>('../../features/*/web/ImportedSlot.tsx')).map(([file, load]) => ({
  file,
  Component: lazy(load),
}));

/** Slots of features below a finished import, for next steps. */
export function ImportedSlots(props: ImportedProps) {
  return slots.map(({ file, Component }) => (
    <SlotBoundary key={file}>
      <Suspense>
        <Component {...props} />
      </Suspense>
    </SlotBoundary>
  ));
}
