import type { Viewer } from '#server/core/viewer.ts';
import { extensionsOf } from '#server/feature/extensions.ts';

/** What happened to a customer, for the time line. */
export interface Happened {
  id: string;
  /** Instant, or a day. */
  at: string;
  title: string;
  text: string | null;
  url: string | null;
}

/** Health warning of a customer. */
export interface Warned extends Happened {
  level: number;
}

/** Hooks of a feature on health archives. */
export interface ArchiveHooks {
  /** Returns the follow-ups of a customer between two instants, the newest 500. */
  followUps?(customerId: string, from: string, to: string): Promise<Happened[]>;
  /** Returns the finished assessments of a customer between two instants that the viewer may see, the newest 500. */
  assessments?(viewer: Viewer, customerId: string, from: string, to: string): Promise<Happened[]>;
  /** Returns the submitted examinations of a customer between two instants that the viewer may see, the newest 500. */
  examinations?(viewer: Viewer, customerId: string, from: string, to: string): Promise<Happened[]>;
  /** Returns the day of the newest submitted examination of these customers, by customer. */
  examinedOn?(customerIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Returns the health warnings of a customer that the viewer may see, the newest 500. */
  warnings?(viewer: Viewer, customerId: string, from: string, to: string): Promise<Warned[]>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    archiveHooks: ArchiveHooks;
  }
}

/** Returns the follow-ups of a customer between two instants. */
export async function followUpsOf(customerId: string, from: string, to: string): Promise<Happened[]> {
  const extensions = await extensionsOf('archiveHooks');
  const lists = await Promise.all(extensions.map(({ extension }) => extension.followUps?.(customerId, from, to) ?? []));
  return lists.flat();
}

/** Returns the health warnings of a customer between two instants that the viewer may see. */
export async function warningsOf(viewer: Viewer, customerId: string, from: string, to: string): Promise<Warned[]> {
  const extensions = await extensionsOf('archiveHooks');
  const lists = await Promise.all(
    extensions.map(({ extension }) => extension.warnings?.(viewer, customerId, from, to) ?? []),
  );
  return lists.flat();
}

/** Returns the finished assessments of a customer between two instants that the viewer may see. */
export async function assessmentsOf(viewer: Viewer, customerId: string, from: string, to: string): Promise<Happened[]> {
  const extensions = await extensionsOf('archiveHooks');
  const lists = await Promise.all(
    extensions.map(({ extension }) => extension.assessments?.(viewer, customerId, from, to) ?? []),
  );
  return lists.flat();
}

/** Returns the submitted examinations of a customer between two instants that the viewer may see. */
export async function examinationsOf(
  viewer: Viewer,
  customerId: string,
  from: string,
  to: string,
): Promise<Happened[]> {
  const extensions = await extensionsOf('archiveHooks');
  const lists = await Promise.all(
    extensions.map(({ extension }) => extension.examinations?.(viewer, customerId, from, to) ?? []),
  );
  return lists.flat();
}

/** Returns the day of the newest submitted examination of these customers, by customer. */
export async function examinedDays(customerIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const extensions = await extensionsOf('archiveHooks');
  const maps = await Promise.all(extensions.map(({ extension }) => extension.examinedOn?.(customerIds)));
  return new Map(maps.flatMap((map) => [...(map ?? [])]));
}
