import { useSyncExternalStore } from 'react';

/** A figure beside a menu entry; `urgent` is drawn red. */
export interface Badge {
  count: number;
  urgent: boolean;
}

let badges: Readonly<Record<string, Badge>> = {};
const listeners = new Set<() => void>();

/** Sets the figure of the menu entry with a route, or removes it. Features call it; the shell only draws. */
export function setMenuBadge(url: string, badge: Badge | null): void {
  const previous = badges[url];
  if (previous?.count === badge?.count && previous?.urgent === badge?.urgent) return;
  const { [url]: _, ...others } = badges;
  badges = badge && badge.count > 0 ? { ...others, [url]: badge } : others;
  for (const listener of listeners) listener();
}

/** Returns the figures by route. */
export function useMenuBadges(): Readonly<Record<string, Badge>> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => badges,
  );
}
