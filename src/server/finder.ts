import type { Hit } from '#shared/search.ts';
import type { Viewer } from './viewer.ts';

/** What a room adds to the search over everything, in the default export of its `server/finder.ts`. */
export interface Finder {
  /** The right of the list that the hits are from. */
  right: string;
  /** Place among the kinds. */
  sort: number;
  /** At most `most` hits in the viewer's scope, best first. */
  find(viewer: Viewer, keyword: string, most: number): Promise<Hit[]>;
}
