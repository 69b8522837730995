/** Health archives for other features: hooks. */

export type { ArchiveHooks, Happened } from './archiveHooks.ts';
