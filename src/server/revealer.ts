import type { Viewer } from './viewer.ts';

/** What a room shows in clear on request, in the default export of its `server/revealer.ts`. */
export interface Revealer {
  /** The noun: `customer`. */
  object: string;
  fields: readonly string[];
  /** The value in clear, null when there is none; a Problem (404) outside the viewer's scope. */
  read(viewer: Viewer, id: string, field: string): Promise<string | null>;
}
