import { physicalLink } from '../contract.ts';

/** Opens the page of an examination. */
export function openPhysical(id: string): void {
  location.hash = physicalLink(id);
}
