import type { Viewer } from '#server/core/viewer.ts';
import type { Hit, SearchedKind } from '#shared/contract/search.ts';

/** A feature's part in the global search: its extension `finder`. */
export interface Finder {
  /** Kind of the hits; `searched` has the permission it needs. */
  kind: SearchedKind;
  /** Position among the kinds. */
  sort: number;
  /** Returns up to `most` hits in the viewer's scope, best first. */
  find(viewer: Viewer, keyword: string, most: number): Promise<Hit[]>;
}
