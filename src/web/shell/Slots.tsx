import { type ComponentType, lazy, Suspense } from 'react';

type Slot = { default: ComponentType };
const top = Object.entries(import.meta.glob<Slot>('../../features/*/web/TopSlot.tsx')).map(slotOf);
const header = Object.entries(import.meta.glob<Slot>('../../features/*/web/HeaderSlot.tsx')).map(slotOf);

function slotOf([file, load]: [string, () => Promise<Slot>]) {
  return { file, Component: lazy(load) };
}

/** What features show between header and pages, above every mask. */
export function TopSlots() {
  return (
    <div className="top-slots">
      {top.map(({ file, Component }) => (
        <Suspense key={file}>
          <Component />
        </Suspense>
      ))}
    </div>
  );
}

/** What features show at the right of the header. */
export function HeaderSlots() {
  return header.map(({ file, Component }) => (
    <Suspense key={file}>
      <Component />
    </Suspense>
  ));
}
