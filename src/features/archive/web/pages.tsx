import { can } from '#web/api/session.ts';
import { slotsOf } from '#web/screen/Slots.tsx';
import type { BulkAction } from '#web/table/types.ts';

declare module '#web/screen/manifest.ts' {
  interface WebSlots {
    /** Page beside the list, at `/healthy/archives/<path>`, with a link above the list. */
    archivePage: Slot & {
      path: string;
      title: string;
      /** Permission required to offer the page. */
      permission?: string;
      /** Name in the page's address of the ids of selected customers; absent: not offered for a selection. */
      query?: string;
    };
  }
}

/** Pages of other features beside the list. */
export const pages = slotsOf('archivePage');

const isOffered = ({ permission }: { permission?: string }) => permission === undefined || can(permission);

/** Links to the pages beside the list. */
export function PageLinks() {
  return pages.filter(isOffered).map(({ path, title }) => (
    <a key={path} className="button inline-flex items-center whitespace-nowrap" href={`#/healthy/archives/${path}`}>
      {title}
    </a>
  ));
}

/** Ids that an address may hold. */
const maxIds = 200;

/** Returns the actions that open a page for the selected customers. */
export const pageActions = (): BulkAction<{ id: string }>[] =>
  pages.filter(isOffered).flatMap(({ path, title, query }) =>
    query
      ? [
          {
            ...{ key: path, label: title },
            onClick: (rows: { id: string }[]) => {
              const ids = rows.slice(0, maxIds).map(({ id }) => id);
              location.hash = `#/healthy/archives/${path}?${query}=${ids.join(',')}`;
            },
          },
        ]
      : [],
  );
