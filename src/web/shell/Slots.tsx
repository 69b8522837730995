import { Suspense } from 'react';
import type { Part } from '#web/core/chunk.ts';
import { usePart } from '#web/core/useChunk.ts';
import { SlotBoundary } from '#web/screen/SlotBoundary.tsx';
import { overlayLater } from './overlayLater.tsx';

type Slot = Awaited<ReturnType<Part['load']>>;
const top = Object.entries(import.meta.glob<Slot>('../../features/*/web/TopSlot.tsx')).map(partOf);
const header = Object.entries(import.meta.glob<Slot>('../../features/*/web/HeaderSlot.tsx')).map(partOf);
const mark = Object.entries(import.meta.glob<Slot>('../../features/*/web/MarkSlot.tsx')).map(partOf);
const person = Object.entries(import.meta.glob<Slot>('../../features/*/web/PersonSlot.tsx')).map(([file, load]) => ({
  file,
  Component: overlayLater('person', load),
}));

const own = Object.entries(import.meta.glob<Slot>('../../features/*/web/OwnSlot.tsx')).map(partOf);

function partOf([file, load]: [string, Part['load']]): Part {
  return { file, load };
}

function Slot({ part }: { part: Part }) {
  const Component = usePart(part);
  return <Suspense>{Component && <Component />}</Suspense>;
}

/** What features show between header and pages, above every mask. */
export function TopSlots() {
  return (
    <div className="top-slots stack rigid relative">
      {top.map((part) => (
        <SlotBoundary key={part.file} missing="告警提示没有载入，本页此刻不会响起。重新加载后继续，已填的内容还在。">
          <Slot part={part} />
        </SlotBoundary>
      ))}
    </div>
  );
}

/** What features show beside the product's mark. */
export function MarkSlots() {
  return mark.map((part) => (
    <SlotBoundary key={part.file}>
      <Slot part={part} />
    </SlotBoundary>
  ));
}

/** What features show at the right of the header. */
export function HeaderSlots() {
  return header.map((part) => (
    <SlotBoundary key={part.file}>
      <Slot part={part} />
    </SlotBoundary>
  ));
}

/** The person's own page, which lies over whatever is open. */
export function PersonSlots() {
  return person.map(({ file, Component }) => <Component key={file} />);
}

/** What features show on that page: what is set for the person, or for this browser. */
export function OwnSlots() {
  return own.map((part) => (
    <SlotBoundary key={part.file}>
      <Slot part={part} />
    </SlotBoundary>
  ));
}
