import type { Viewer } from '#server/core/viewer.ts';
import { findParts } from '#server/feature/find.ts';

type Figures = { id: string } & Partial<Record<'equipmentCount' | 'onlineCount' | 'openWarnCount', number>>;

/** What a feature knows of people: its part `customerPart`. */
export interface CustomerPart {
  /** What lists show beside these people; none of somebody who has nothing of it. */
  figures?(ids: readonly string[]): Promise<Figures[]>;
  /** Whether the viewer may look behind the masks of that one for an open case of theirs. */
  opens?(viewer: Viewer, id: string): Promise<boolean>;
  /** Whether the viewer has a case of that one in hand and sees that one whole. */
  inHand?(viewer: Viewer, id: string): Promise<boolean>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureParts {
    customerPart: CustomerPart;
  }
}

async function parts(): Promise<CustomerPart[]> {
  return (await findParts('customerPart')).map(({ part }) => part);
}

/** What all features show beside these people, by person. */
export async function figuresOf(ids: readonly string[]): Promise<Map<string, Figures>> {
  const found = await Promise.all((await parts()).map((part) => part.figures?.(ids) ?? []));
  const byId = new Map<string, Figures>();
  for (const one of found.flat()) byId.set(one.id, { ...byId.get(one.id), ...one });
  return byId;
}

/** Whether any feature lets the viewer look behind that one's masks. */
export async function opensFor(viewer: Viewer, id: string): Promise<boolean> {
  const found = await Promise.all((await parts()).map((part) => part.opens?.(viewer, id) ?? false));
  return found.includes(true);
}

/** Whether the viewer has that one's case in hand. */
export async function hasInHand(viewer: Viewer, id: string): Promise<boolean> {
  const found = await Promise.all((await parts()).map((part) => part.inHand?.(viewer, id) ?? false));
  return found.includes(true);
}
