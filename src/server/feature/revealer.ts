import type { Viewer } from '#server/core/viewer.ts';

/** One of the things that a feature shows in clear on request, listed by its part `revealer`. */
export interface Revealer {
  /** The noun: `customer`. */
  object: string;
  fields: readonly string[];
  /** The object; a Problem (404) outside the viewer's scope. */
  find(viewer: Viewer, id: string): Promise<Revealed>;
}

/** An object whose values may be shown in clear. */
export interface Revealed {
  /** Whose terms hold for a look; null for what belongs to no project. */
  projectId: string | null;
  /** The viewer sees it whole anyway, for the alarm that they have in hand: no look is counted and no reason asked for. */
  exempt: boolean;
  /** The value in clear, null when there is none. */
  read(field: string): string | null;
}
