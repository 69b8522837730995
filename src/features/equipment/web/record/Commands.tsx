import CommandSection from '../command/CommandSection.tsx';
import type { SectionProps } from './types.ts';

/** What the device can be told, what was sent to it and what came of it. */
export function Commands({ device: { id } }: SectionProps) {
  return <CommandSection equipmentId={id} />;
}
