import type { RawBuilder, SqlBool } from 'kysely';
import type { CustomerRecord, customerApi } from '#features/customer/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { extensionsOf } from '#server/feature/extensions.ts';
import type { serviceStates } from '#shared/codes.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { Purpose } from './consentValidity.ts';
import type { HealthRows } from './record/healthRows.ts';
import { noHealthRows } from './record/healthRows.ts';
import type { Due } from './reminderQueries.ts';

type Figure = 'equipmentCount' | 'onlineCount' | 'openWarnCount' | 'warnCount30';
type Figures = { id: string } & Partial<Record<Figure, number>>;

/** Figures of a customer without data. */
export const noFigures: Record<Figure, number> = {
  equipmentCount: 0,
  onlineCount: 0,
  openWarnCount: 0,
  warnCount30: 0,
};

/** Filters of the customer list; each feature applies the filters on its own data. */
export type CustomerFilters = Omit<InputOf<typeof customerApi.getCustomerList>, 'page' | 'limit'>;

/** New service state of a customer. */
export interface NewState {
  id: string;
  state: keyof typeof serviceStates;
  /** The service has ended, or the customer has died. */
  over: boolean;
  /** The customer's devices are to be unbound. */
  unbind: boolean;
}

/** Sections of a record whose rows belong to other features. */
type RecordParts = Pick<CustomerRecord, 'consent' | 'benefits'>;

/** Two customers that become one. */
export interface MergedPair {
  /** Id of the merged customer. */
  from: string;
  /** Id of the kept customer. */
  to: string;
}

/** New ownership of customers: another department, project or both. */
export interface NewOwnership {
  departmentId?: string;
  projectId?: string;
}

/** Withdrawn consent. */
export interface WithdrawnConsent {
  /** Id of the customer. */
  id: string;
  purpose: Purpose;
  /** Instant from which the consent is no longer valid. */
  at: string;
}

/** Rows of a customer as they are to be: one with an id is kept or changed, a stored one that is missing is deleted. */
export interface HealthEntry {
  id: string;
  rows: HealthRows;
}

/** The tables of conditions, allergies and medicines, which the health archive has. */
export interface HealthStore {
  /** Returns the rows of these customers; a customer without rows may be absent. */
  read(tx: Db, ids: readonly string[]): Promise<ReadonlyMap<string, HealthRows>>;
  /** Writes the rows of customers that are locked, or new, whose words are written already. */
  write(ctx: CommandContext, viewer: Viewer, entries: readonly HealthEntry[]): Promise<void>;
  /** Makes rows of the words of new customers that were added without rows. */
  adopt(ctx: CommandContext, viewer: Viewer, ids: readonly string[]): Promise<void>;
  /** Returns which of these customers have rows that were changed since the call with this trace wrote the customer. */
  editedSince(tx: Db, ids: readonly string[], trace: string): Promise<string[]>;
}

/** Hooks of a feature on customers: its part `customerPart`. */
export interface CustomerHooks {
  /** Returns list figures for these customers; a customer without data may be absent. */
  figures?(ids: readonly string[]): Promise<Figures[]>;
  /** Returns conditions on `customer` for the list filters that concern this feature; none without such filters. */
  filterWhere?(filters: CustomerFilters): readonly (RawBuilder<SqlBool> | undefined)[];
  /** Returns whether the viewer may unmask the customer because of an open alarm that the viewer handles. */
  canUnmask?(viewer: Viewer, id: string): Promise<boolean>;
  /** Returns whether the viewer handles an open alarm of the customer and sees the customer unmasked. */
  isHandler?(viewer: Viewer, id: string): Promise<boolean>;
  /** Returns this feature's part of a customer's record. */
  recordPart?(viewer: Viewer, id: string): Promise<Partial<RecordParts>>;
  /** Returns what the responsible users must be reminded of. */
  due?(): Promise<Due[]>;
  /** Runs in the transaction of a service state change. */
  afterStateChange?(ctx: CommandContext, viewer: Viewer, state: NewState): Promise<void>;
  /** Runs in the transaction of a withdrawal. */
  afterConsentWithdrawn?(ctx: CommandContext, afterConsentWithdrawn: WithdrawnConsent): Promise<void>;
  /** Runs in the transaction of a new consent, the first one or a renewed one. */
  afterConsentGiven?(ctx: CommandContext, afterConsentGiven: Pick<WithdrawnConsent, 'id' | 'purpose'>): Promise<void>;
  /** Moves this feature's rows to the customers' new ownership, in the same transaction, before the customers move. */
  beforeMove?(ctx: CommandContext, ids: readonly string[], to: NewOwnership): Promise<void>;
  /** Returns why these two cannot be merged now, as text for the user. */
  validateMerge?(tx: Db, pair: MergedPair): Promise<string | undefined>;
  /**
   * Prepares this feature's rows for the merge; rows with a `customer_id` are moved afterwards. Called again for rows
   * added meanwhile.
   */
  beforeMerge?(ctx: CommandContext, pair: MergedPair): Promise<void>;
  /** The tables of conditions, allergies and medicines. */
  health?: HealthStore;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    customerHooks: CustomerHooks;
  }
}

/** Returns the customer hooks of all features. */
export async function allCustomerHooks(): Promise<CustomerHooks[]> {
  return (await extensionsOf('customerHooks')).map(({ extension: part }) => part);
}

/** Returns the list figures of all features, by customer. */
export async function figuresOf(ids: readonly string[]): Promise<Map<string, Record<Figure, number>>> {
  const results = await Promise.all((await allCustomerHooks()).map((hooks) => hooks.figures?.(ids) ?? []));
  const byId = new Map<string, Record<Figure, number>>();
  for (const { id, ...figures } of results.flat()) byId.set(id, { ...noFigures, ...byId.get(id), ...figures });
  return byId;
}

/** Returns the parts of a customer's record that belong to other features. */
export async function recordPartsOf(viewer: Viewer, id: string): Promise<RecordParts> {
  const parts = await Promise.all((await allCustomerHooks()).map((hooks) => hooks.recordPart?.(viewer, id)));
  return Object.assign({ consent: [], benefits: [] }, ...parts);
}

/** Returns the filter conditions of all features. */
export async function filterConditions(
  filters: CustomerFilters,
): Promise<readonly (RawBuilder<SqlBool> | undefined)[]> {
  return (await allCustomerHooks()).flatMap((hooks) => hooks.filterWhere?.(filters) ?? []);
}

/** Returns whether any feature lets the viewer unmask the customer. */
export async function canUnmaskFor(viewer: Viewer, id: string): Promise<boolean> {
  const answers = await Promise.all((await allCustomerHooks()).map((hooks) => hooks.canUnmask?.(viewer, id) ?? false));
  return answers.includes(true);
}

/** Returns whether the viewer handles an open alarm of the customer. */
export async function isHandlerOf(viewer: Viewer, id: string): Promise<boolean> {
  const answers = await Promise.all((await allCustomerHooks()).map((hooks) => hooks.isHandler?.(viewer, id) ?? false));
  return answers.includes(true);
}

/** Runs the state change hooks, one feature after the other. */
export async function runAfterStateChange(ctx: CommandContext, viewer: Viewer, state: NewState): Promise<void> {
  for (const hooks of await allCustomerHooks()) await hooks.afterStateChange?.(ctx, viewer, state);
}

/** Runs the withdrawal hooks, one feature after the other. */
export async function runAfterConsentWithdrawn(ctx: CommandContext, withdrawn: WithdrawnConsent): Promise<void> {
  for (const hooks of await allCustomerHooks()) await hooks.afterConsentWithdrawn?.(ctx, withdrawn);
}

/** Runs the move hooks, one feature after the other. */
export async function runBeforeMove(ctx: CommandContext, ids: readonly string[], to: NewOwnership): Promise<void> {
  for (const hooks of await allCustomerHooks()) await hooks.beforeMove?.(ctx, ids, to);
}

/** Runs the consent hooks, one feature after the other. */
export async function runAfterConsentGiven(
  ctx: CommandContext,
  agreed: Pick<WithdrawnConsent, 'id' | 'purpose'>,
): Promise<void> {
  for (const hooks of await allCustomerHooks()) await hooks.afterConsentGiven?.(ctx, agreed);
}

async function healthStores(): Promise<HealthStore[]> {
  return (await allCustomerHooks()).flatMap(({ health }) => health ?? []);
}

/** Returns the rows of conditions, allergies and medicines of these customers. */
export async function healthRowsOf(tx: Db, ids: readonly string[]): Promise<(id: string) => HealthRows> {
  const [store] = await healthStores();
  const rows = await store?.read(tx, ids);
  return (id) => rows?.get(id) ?? noHealthRows;
}

/** Writes the rows of conditions, allergies and medicines of new or locked customers. */
export async function writeHealthRows(
  ctx: CommandContext,
  viewer: Viewer,
  entries: readonly HealthEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  for (const store of await healthStores()) await store.write(ctx, viewer, entries);
}

/** Makes rows of the words of new customers that were added without rows. */
export async function adoptHealthWords(ctx: CommandContext, viewer: Viewer, ids: readonly string[]): Promise<void> {
  for (const store of await healthStores()) await store.adopt(ctx, viewer, ids);
}

/** Returns which of these customers have rows that were changed since the call with this trace. */
export async function healthEditedSince(tx: Db, ids: readonly string[], trace: string): Promise<string[]> {
  const found = await Promise.all((await healthStores()).map((store) => store.editedSince(tx, ids, trace)));
  return found.flat();
}
