import { type ComponentType, Suspense } from 'react';
import type { Chunk } from '#web/core/chunk.ts';
import { useChunk } from '#web/core/useChunk.ts';
import type { SlotProps, WebManifest, WebSlots } from './manifest.ts';
import { SlotBoundary } from './SlotBoundary.tsx';

const manifests = import.meta.glob<WebManifest>('../../features/*/web/feature.ts', { eager: true, import: 'default' });

/** A slot as a feature fills it; `file` tells the components apart. */
export type Filled<Name extends keyof WebSlots> = WebSlots[Name] & Pick<Chunk, 'file'>;

const cache = new Map<keyof WebSlots, unknown>();

/** Returns what features fill a slot with, in order; always the same array. */
export function slotsOf<Name extends keyof WebSlots>(name: Name): Filled<Name>[] {
  const cached = cache.get(name) as Filled<Name>[] | undefined;
  if (cached) return cached;
  const slots = Object.entries(manifests).flatMap(([manifest, { [name]: filled = [] }]) =>
    [filled].flat().map((slot, index) => ({ ...slot, file: `${manifest}#${name}${index}` }) as Filled<Name>),
  );
  slots.sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0));
  cache.set(name, slots);
  return slots;
}

interface SlotViewProps<Name extends keyof WebSlots> {
  slot: Filled<Name>;
  props: SlotProps<Name>;
  /** Message about missing content; absent: the slot fails silently. */
  missing?: string | undefined;
}

function Loaded<Name extends keyof WebSlots>({ slot, props }: SlotViewProps<Name>) {
  const Component = useChunk(slot as Chunk) as ComponentType<SlotProps<Name>> | undefined;
  return <Suspense>{Component && <Component {...props} />}</Suspense>;
}

/** One component of a slot; its failure leaves the page as it is. */
export function SlotView<Name extends keyof WebSlots>({ missing, ...view }: SlotViewProps<Name>) {
  return (
    <SlotBoundary {...(missing && { missing })}>
      <Loaded {...view} />
    </SlotBoundary>
  );
}

interface SlotsProps<Name extends keyof WebSlots> extends Omit<SlotViewProps<Name>, 'slot'> {
  name: Name;
}

/** All components of a slot. */
export function Slots<Name extends keyof WebSlots>({ name, ...rest }: SlotsProps<Name>) {
  return slotsOf(name).map((slot) => <SlotView key={slot.file} slot={slot} {...rest} />);
}

/** Returns the loader of a slot that one feature fills, for `lazy` and `usePreload`. */
export function slotLoader<Name extends keyof WebSlots>(name: Name) {
  return (): Promise<{ default: ComponentType<SlotProps<Name>> }> => {
    const [slot] = slotsOf(name);
    if (!slot) throw new Error(`no feature fills the slot ${name}`);
    return slot.load() as Promise<{ default: ComponentType<SlotProps<Name>> }>;
  };
}
