import type { Viewer } from '#server/core/viewer.ts';
import type { Hit, SearchedKind } from '#shared/search.ts';

/** What a feature adds to the search over everything, its part `finder`. */
export interface Finder {
  /** What is found; who may, stands in `searched`. */
  kind: SearchedKind;
  /** Place among the kinds. */
  sort: number;
  /** At most `most` hits in the viewer's scope, best first. */
  find(viewer: Viewer, keyword: string, most: number): Promise<Hit[]>;
}
