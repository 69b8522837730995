import { type ComponentType, lazy, Suspense } from 'react';
import { overlayLater } from './overlayLater.tsx';

type Slot = { default: ComponentType };
const top = Object.entries(import.meta.glob<Slot>('../../features/*/web/TopSlot.tsx')).map(slotOf);
const header = Object.entries(import.meta.glob<Slot>('../../features/*/web/HeaderSlot.tsx')).map(slotOf);
const person = Object.entries(import.meta.glob<Slot>('../../features/*/web/PersonSlot.tsx')).map(([file, load]) => ({
  file,
  Component: overlayLater('person', load),
}));

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

/** The person's own page, which lies over whatever is open. */
export function PersonSlots() {
  return person.map(({ file, Component }) => <Component key={file} />);
}
