import { type ComponentType, lazy, Suspense } from 'react';
import { SlotBoundary } from '#web/screen/SlotBoundary.tsx';
import { overlayLater } from './overlayLater.tsx';

type Slot = { default: ComponentType };
const top = Object.entries(import.meta.glob<Slot>('../../features/*/web/TopSlot.tsx')).map(slotOf);
const header = Object.entries(import.meta.glob<Slot>('../../features/*/web/HeaderSlot.tsx')).map(slotOf);
const mark = Object.entries(import.meta.glob<Slot>('../../features/*/web/MarkSlot.tsx')).map(slotOf);
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
    <div className="top-slots stack rigid relative">
      {top.map(({ file, Component }) => (
        <SlotBoundary key={file} missing="告警提示没有载入，本页此刻不会响起。重新加载后继续，已填的内容还在。">
          <Suspense>
            <Component />
          </Suspense>
        </SlotBoundary>
      ))}
    </div>
  );
}

/** What features show beside the product's mark. */
export function MarkSlots() {
  return mark.map(({ file, Component }) => (
    <SlotBoundary key={file}>
      <Suspense>
        <Component />
      </Suspense>
    </SlotBoundary>
  ));
}

/** What features show at the right of the header. */
export function HeaderSlots() {
  return header.map(({ file, Component }) => (
    <SlotBoundary key={file}>
      <Suspense>
        <Component />
      </Suspense>
    </SlotBoundary>
  ));
}

/** The person's own page, which lies over whatever is open. */
export function PersonSlots() {
  return person.map(({ file, Component }) => <Component key={file} />);
}
