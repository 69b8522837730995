/** Parts of the warnList pages for other features. */
export { DeskBroken, DeskEmpty, DeskRefused, DeskSkeleton } from './DeskStates.tsx';
export { TabRow } from './ScreenBar.tsx';
export { queueTabs, tabCounts, tabInput, tabOf, type WarnTab } from './tabs.ts';
export { useDepartments } from './useFilterOptions.ts';
