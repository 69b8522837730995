import type { Db } from './db.ts';
import { findParts } from './rooms.ts';
import { system, type Viewer } from './viewer.ts';

/** A case that somebody has taken and not finished. */
export interface Held {
  userId: string;
  id: string;
  /** The number that people call it by. */
  no: string;
}

/** What people of a room can have in hand, in the default export of its `server/inHand.ts`. */
export interface InHand {
  /** The cases that these people hold, as far as the viewer may see them. */
  held(viewer: Viewer, tx: Db, userIds: readonly string[]): Promise<Held[]>;
  /** Puts what somebody holds back to where others take it, with a step that says why. `by` does it. */
  giveBack(by: Viewer, userId: string, reason: string): Promise<void>;
}

/** What these people have in hand, in every room. */
export async function casesInHand(tx: Db, userIds: readonly string[], viewer = system()): Promise<Held[]> {
  if (userIds.length === 0) return [];
  const cases: Held[] = [];
  for (const { part } of await findParts<InHand>('inHand')) cases.push(...(await part.held(viewer, tx, userIds)));
  return cases;
}

/** Gives back what somebody has in hand, before they are gone. */
export async function giveBackCases(by: Viewer, userId: string, reason: string): Promise<void> {
  for (const { part } of await findParts<InHand>('inHand')) await part.giveBack(by, userId, reason);
}
