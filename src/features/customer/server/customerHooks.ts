import type { RawBuilder, SqlBool } from 'kysely';
import type { customerApi } from '#features/customer/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { extensionsOf } from '#server/feature/extensions.ts';
import type { serviceStates } from '#shared/codes.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { Purpose } from './consentValidity.ts';

type Figure = 'equipmentCount' | 'onlineCount' | 'openWarnCount' | 'warnCount30';
type Figures = { id: string } & Partial<Record<Figure, number>>;

/** Filters of the list of people, of which a feature knows those about what is its own. */
export type CustomerFilters = Omit<InputOf<typeof customerApi.getCustomerList>, 'page' | 'limit'>;

/** A service state that somebody comes into. */
export interface NewState {
  id: string;
  state: keyof typeof serviceStates;
  /** Ended, or the person has died. */
  over: boolean;
  /** Their devices are to be taken off them. */
  unbind: boolean;
}

/** Two people who become one. */
export interface MergedPair {
  /** Who goes. */
  from: string;
  /** Who stays. */
  to: string;
}

/** Where people go: another department, project or both. */
export interface NewOwnership {
  departmentId?: string;
  projectId?: string;
}

/** What somebody does not agree to any more. */
export interface WithdrawnConsent {
  /** Whose consent it was. */
  id: string;
  purpose: Purpose;
  /** Since when it does not stand, an instant. */
  at: string;
}

/** What a feature knows of people: its part `customerPart`. */
export interface CustomerHooks {
  /** What lists show beside these people; none of somebody who has nothing of it. */
  figures?(ids: readonly string[]): Promise<Figures[]>;
  /** The condition on `customer` that those of the list's filters mean which ask for what is this feature's; none: nothing. */
  filterWhere?(filters: CustomerFilters): readonly (RawBuilder<SqlBool> | undefined)[];
  /** Whether the viewer may look behind the masks of that one for an open case of theirs. */
  canUnmask?(viewer: Viewer, id: string): Promise<boolean>;
  /** Whether the viewer has a case of that one in hand and sees that one whole. */
  isHandler?(viewer: Viewer, id: string): Promise<boolean>;
  /** Does what follows from a new state, in its change. */
  afterStateChange?(ctx: CommandContext, viewer: Viewer, state: NewState): Promise<void>;
  /** Does what follows where somebody takes back what they have agreed to, in its change. */
  afterConsentWithdrawn?(ctx: CommandContext, afterConsentWithdrawn: WithdrawnConsent): Promise<void>;
  /** Does what follows where somebody agrees to something, anew or for the first time, in its change. */
  afterConsentGiven?(ctx: CommandContext, afterConsentGiven: Pick<WithdrawnConsent, 'id' | 'purpose'>): Promise<void>;
  /** Takes along what goes with these people to their new place, in the change, before they are there themselves. */
  beforeMove?(ctx: CommandContext, ids: readonly string[], to: NewOwnership): Promise<void>;
  /** Why these two cannot become one person now, as people read it. */
  validateMerge?(tx: Db, pair: MergedPair): Promise<string | undefined>;
  /** Readies what is this feature's for one of the two becoming the other; rows with a `customer_id` are moved afterwards. Called again for what came meanwhile. */
  beforeMerge?(ctx: CommandContext, pair: MergedPair): Promise<void>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    customerHooks: CustomerHooks;
  }
}

/** What all features know of people. */
export async function allCustomerHooks(): Promise<CustomerHooks[]> {
  return (await extensionsOf('customerHooks')).map(({ extension: part }) => part);
}

/** What all features show beside these people, by person. */
export async function figuresOf(ids: readonly string[]): Promise<Map<string, Figures>> {
  const results = await Promise.all((await allCustomerHooks()).map((hooks) => hooks.figures?.(ids) ?? []));
  const byId = new Map<string, Figures>();
  for (const figures of results.flat()) byId.set(figures.id, { ...byId.get(figures.id), ...figures });
  return byId;
}

/** What all features select by the filters that are theirs. */
export async function filterConditions(
  filters: CustomerFilters,
): Promise<readonly (RawBuilder<SqlBool> | undefined)[]> {
  return (await allCustomerHooks()).flatMap((hooks) => hooks.filterWhere?.(filters) ?? []);
}

/** Whether any feature lets the viewer look behind that one's masks. */
export async function canUnmaskFor(viewer: Viewer, id: string): Promise<boolean> {
  const answers = await Promise.all((await allCustomerHooks()).map((hooks) => hooks.canUnmask?.(viewer, id) ?? false));
  return answers.includes(true);
}

/** Whether the viewer has that one's case in hand. */
export async function isHandlerOf(viewer: Viewer, id: string): Promise<boolean> {
  const answers = await Promise.all((await allCustomerHooks()).map((hooks) => hooks.isHandler?.(viewer, id) ?? false));
  return answers.includes(true);
}

/** Has every feature do what follows from a new state, one after the other. */
export async function runAfterStateChange(ctx: CommandContext, viewer: Viewer, state: NewState): Promise<void> {
  for (const hooks of await allCustomerHooks()) await hooks.afterStateChange?.(ctx, viewer, state);
}

/** Has every feature do what follows where a consent is withdrawn, one after the other. */
export async function runAfterConsentWithdrawn(ctx: CommandContext, withdrawn: WithdrawnConsent): Promise<void> {
  for (const hooks of await allCustomerHooks()) await hooks.afterConsentWithdrawn?.(ctx, withdrawn);
}

/** Has every feature take along what goes with people to their new place, one after the other. */
export async function runBeforeMove(ctx: CommandContext, ids: readonly string[], to: NewOwnership): Promise<void> {
  for (const hooks of await allCustomerHooks()) await hooks.beforeMove?.(ctx, ids, to);
}

/** Has every feature do what follows where somebody agrees to something, one after the other. */
export async function runAfterConsentGiven(
  ctx: CommandContext,
  agreed: Pick<WithdrawnConsent, 'id' | 'purpose'>,
): Promise<void> {
  for (const hooks of await allCustomerHooks()) await hooks.afterConsentGiven?.(ctx, agreed);
}
