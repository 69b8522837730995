import type { physicalApi } from '#features/physical/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';

/** An examination with its values. */
export type PhysicalRecord = OutputOf<typeof physicalApi.getPhysical>;
export type StoredItem = PhysicalRecord['items'][number];
/** An older examination of the same person. */
export type FormerPhysical = PhysicalRecord['before'][number];
type FormerItem = FormerPhysical['items'][number];

/** A result of this examination or of an older one. */
export type AnyResult = Pick<FormerItem, 'code' | 'value' | 'text' | 'note' | 'absent'>;
