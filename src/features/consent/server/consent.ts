import { sql } from 'kysely';
import { consent, type consentApi } from '#features/consent/contract.ts';
import {
  attachScan,
  localToday,
  lockCustomer,
  requireUnsealed,
  runAfterConsentGiven,
} from '#features/customer/server/service.ts';
import { requireCodes } from '#features/dictionary/server/service.ts';
import { saveAttachment, validateAttachments } from '#features/file/server/service.ts';
import { forEachItem } from '#server/core/fieldProblems.ts';
import { invalid, invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { crud } from '#server/crud/crud.ts';
import type { Db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import type { CommandContext } from '#server/feature/command.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { FieldProblem } from '#shared/envelope.ts';

type Api = typeof consentApi;
type Signed = Omit<InputOf<Api['addConsent']>, 'customerId'>;

/** Subject of an upload that no row names yet. */
const scan = 'consent';
/** Tolerated lead of a client's clock, ms. */
const ahead = 60_000;

/** Returns problems of a signature that the contract's rules do not cover; `path` prefixes the fields in a list. */
export function signatureProblems({ signedAt }: Pick<Signed, 'signedAt'>, path = ''): FieldProblem[] {
  if (Date.parse(signedAt) <= Date.now() + ahead) return [];
  return [{ field: `${path}signedAt`, rule: 'range', msg: '签署时间不能晚于现在' }];
}

async function validateSignature(tx: Db, viewer: Viewer, signed: Signed): Promise<void> {
  const { relation, fileId } = signed;
  const problems = signatureProblems(signed);
  if (problems.length > 0) throw invalid(problems);
  await requireCodes(tx, [{ type: 'relation', value: relation, field: 'relation' }]);
  if (fileId) await validateAttachments(tx, viewer, [fileId], [], scan, 'fileId');
}

/** Throws 400 for a signature older than the withdrawal of its purpose. */
async function requireNewer(tx: Db, customerId: string, { purpose, signedAt }: Signed): Promise<void> {
  const rows = await tx.rows(sql`
    select 1 from consent where customer_id = ${customerId} and purpose = ${purpose} and date_trunc('minute', withdrawn_at) > ${signedAt} limit 1`);
  if (rows.length > 0) throw invalidField('signedAt', '这一事项后来已撤回，签署时间须在撤回之后', 'order');
}

/** Signatures of customers in scope, newest first. */
export const consents = crud(consent, {
  readAccess: (viewer) => sql`consent.customer_id in (select customer.id from ${scoped(viewer, 'customer')})`,
  joins: () => sql`join customer on customer.id = consent.customer_id`,
  computedColumns: () => ({
    file: sql`(select jsonb_build_object('id', f.id::text, 'name', f.name, 'type', f.type, 'size', f.size)
      from file f where f.id = consent.file_id and f.deleted_at is null)`,
    state: sql`case when consent.withdrawn_at is not null then 'withdrawn' when consent.until < ${localToday} then 'over' else 'valid' end`,
  }),
  defaultOrder: sql`consent.signed_at desc, consent.id desc`,
  async beforeChange({ tx }, viewer, input) {
    const signature = input as InputOf<Api['addConsent']>;
    await requireUnsealed(tx, [await lockCustomer(tx, viewer, signature.customerId)]);
    await validateSignature(tx, viewer, signature);
    await requireNewer(tx, signature.customerId, signature);
    return undefined;
  },
  async afterChange(ctx, viewer, _id, input) {
    const { customerId, purpose, fileId } = input as InputOf<Api['addConsent']>;
    if (fileId) await attachScan(ctx.tx, await lockCustomer(ctx.tx, viewer, customerId), fileId, null);
    await runAfterConsentGiven(ctx, { id: customerId, purpose });
  },
});

/** Returns the customer's signatures, newest first. */
export async function consentsOf(viewer: Viewer, customerId: string): Promise<OutputOf<Api['getConsentList']>[]> {
  const filters: InputOf<Api['getConsentList']> = { customerId, limit: 200 };
  return (await consents.list(viewer, filters)).rows;
}

/** Validates the signatures of a new customer; 400 names the field as `consent.0.until`. */
export async function validateConsents(tx: Db, viewer: Viewer, signatures: readonly Signed[]): Promise<void> {
  await forEachItem('consent', signatures, (signed) => validateSignature(tx, viewer, signed));
}

/** Inserts the validated signatures of a new customer. */
export async function addConsents(
  tx: Db,
  viewer: Viewer,
  customer: { id: string; departmentId: string; projectId: string },
  signatures: readonly Signed[],
): Promise<void> {
  await validateConsents(tx, viewer, signatures);
  for (const signed of signatures) {
    await consents.insert(tx, viewer, { ...signed, customerId: customer.id });
    if (signed.fileId) await attachScan(tx, customer, signed.fileId, null);
  }
}

/** Adds signatures of a locked customer; 400 names the field as `consent.0.until`. */
export async function signConsents(
  ctx: CommandContext,
  viewer: Viewer,
  customerId: string,
  signatures: readonly Signed[],
): Promise<void> {
  await forEachItem('consent', signatures, (signed) => consents.create(ctx, viewer, { ...signed, customerId }));
}

/** Saves the scan of a signed paper; saving the form attaches it. */
export function uploadConsentFile(
  viewer: Viewer,
  _input: object,
  { file }: RequestInfo,
): Promise<OutputOf<Api['uploadConsentFile']>> {
  return saveAttachment(viewer, file, scan);
}
