import { extensionsOf } from '#server/feature/extensions.ts';

/** What happened to a customer, for the time line. */
export interface Happened {
  id: string;
  /** Instant. */
  at: string;
  title: string;
  text: string | null;
  url: string | null;
}

/** Hooks of a feature on health archives. */
export interface ArchiveHooks {
  /** Returns the follow-ups of a customer between two instants, the newest 500. */
  followUps?(customerId: string, from: string, to: string): Promise<Happened[]>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    archiveHooks: ArchiveHooks;
  }
}

/** Returns the follow-ups of a customer between two instants. */
export async function followUpsOf(customerId: string, from: string, to: string): Promise<Happened[]> {
  const extensions = await extensionsOf('archiveHooks');
  const found = await Promise.all(extensions.map(({ extension }) => extension.followUps?.(customerId, from, to) ?? []));
  return found.flat();
}
