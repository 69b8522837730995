import { Suspense } from 'react';
import type { Chunk } from '#web/core/chunk.ts';
import { useChunk } from '#web/core/useChunk.ts';
import { SlotBoundary } from '#web/screen/SlotBoundary.tsx';
import { lazyOverlay } from './lazyOverlay.tsx';

type Slot = Awaited<ReturnType<Chunk['load']>>;
const top = Object.entries(import.meta.glob<Slot>('../../features/*/web/TopSlot.tsx')).map(chunkOf);
const header = Object.entries(import.meta.glob<Slot>('../../features/*/web/HeaderSlot.tsx')).map(chunkOf);
const brand = Object.entries(import.meta.glob<Slot>('../../features/*/web/BrandSlot.tsx')).map(chunkOf);
const account = Object.entries(import.meta.glob<Slot>('../../features/*/web/AccountSlot.tsx')).map(([file, load]) => ({
  file,
  Component: lazyOverlay('person', load),
}));

const accountSetting = Object.entries(import.meta.glob<Slot>('../../features/*/web/AccountSettingSlot.tsx')).map(
  chunkOf,
);

function chunkOf([file, load]: [string, Chunk['load']]): Chunk {
  return { file, load };
}

function Slot({ chunk }: { chunk: Chunk }) {
  const Component = useChunk(chunk);
  return <Suspense>{Component && <Component />}</Suspense>;
}

/** Slots of features between header and pages, above every mask. */
export function TopSlots() {
  return (
    <div className="top-slots stack rigid relative">
      {top.map((chunk) => (
        <SlotBoundary key={chunk.file} missing="告警提示没有载入，本页此刻不会响起。重新加载后继续，已填的内容还在。">
          <Slot chunk={chunk} />
        </SlotBoundary>
      ))}
    </div>
  );
}

/** Slots of features beside the product's logo. */
export function BrandSlots() {
  return brand.map((chunk) => (
    <SlotBoundary key={chunk.file}>
      <Slot chunk={chunk} />
    </SlotBoundary>
  ));
}

/** Slots of features at the right of the header. */
export function HeaderSlots() {
  return header.map((chunk) => (
    <SlotBoundary key={chunk.file}>
      <Slot chunk={chunk} />
    </SlotBoundary>
  ));
}

/** The user's own page, shown above the open page. */
export function AccountSlots() {
  return account.map(({ file, Component }) => <Component key={file} />);
}

/** Slots of features on the user's page: settings of the user or of this browser. */
export function AccountSettingSlots() {
  return accountSetting.map((chunk) => (
    <SlotBoundary key={chunk.file}>
      <Slot chunk={chunk} />
    </SlotBoundary>
  ));
}
