import type { Viewer } from '#server/core/viewer.ts';

/** A kind of object with fields that can be revealed: a feature's extension `revealer`. */
export interface Revealer {
  /** Resource name, e.g. `customer`. */
  object: string;
  fields: readonly string[];
  /** Returns the object; throws 404 outside the viewer's scope. */
  find(viewer: Viewer, id: string): Promise<Revealed>;
}

/** An object with values that can be revealed. */
export interface Revealed {
  /** Project the reveal limit of which applies; null for an object without a project. */
  projectId: string | null;
  /** The viewer handles a warn of the customer: no reveal is counted, no reason is needed. */
  exempt: boolean;
  /** Returns the unmasked value; null if empty. */
  read(field: string): string | null;
}
