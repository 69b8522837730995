import { sql } from 'kysely';
import { benefit, type benefitApi } from '#features/benefit/contract.ts';
import { attachScan, localToday, lockCustomer, requireUnsealed } from '#features/customer/server/service.ts';
import { saveAttachment, validateAttachments } from '#features/file/server/service.ts';
import { regionName, requireRegion } from '#features/region/server/service.ts';
import { decrypt, encrypt } from '#server/core/crypto.ts';
import { forEachItem } from '#server/core/fieldProblems.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { crud, type ResourceInput, type Stored } from '#server/crud/crud.ts';
import type { Db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import type { CommandContext } from '#server/feature/command.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { AddInput } from '#shared/resourceField.ts';

type Api = typeof benefitApi;
type Input = ResourceInput<typeof benefit.fields>;
type Row = Stored<typeof benefit.fields, 'benefit'>;

/** Subject of an upload that no row names yet. */
const scan = 'benefit';

/** Returns ****1234, the end of a number; of a short number no digit. */
function masked(number: string): string {
  return `****${number.length > 4 ? number.slice(-4) : ''}`;
}

/** Decrypts the number; null without one. */
export function numberOf({ numberCipher }: Pick<Row, 'numberCipher'>): string | null {
  return numberCipher && decrypt(numberCipher);
}

/** Encrypts an entered number; a masked number keeps the stored one. */
function encryptNumber(number: string | null | undefined, existing: Row | null): { numberCipher?: string | null } {
  if (number === undefined) return {};
  if (number === null) return { numberCipher: null };
  if (!number.includes('*')) return { numberCipher: encrypt(number) };
  const former = existing && numberOf(existing);
  if (!former || masked(former) !== number) throw invalidField('number', '请输入完整的证件号码');
  return {};
}

/** Validates the region code and the scan of an input. */
async function validateInput(tx: Db, viewer: Viewer, input: Input, existing: Row | null): Promise<void> {
  // A region code that was withdrawn meanwhile stays valid until it is changed.
  if (input.regionCode !== existing?.regionCode) requireRegion(input.regionCode);
  const former = existing?.fileId ?? null;
  if (input.fileId) await validateAttachments(tx, viewer, [input.fileId], former ? [former] : [], scan, 'fileId');
}

/** Attaches a scan to the customer and deletes the previous one. */
async function fileScan(tx: Db, viewer: Viewer, customerId: string, fileId: string | null, former: string | null) {
  if (fileId !== former) await attachScan(tx, await lockCustomer(tx, viewer, customerId), fileId, former);
}

/** Benefits of customers in scope, those that end first on top. */
export const benefits = crud(benefit, {
  readAccess: (viewer) => sql`benefit.customer_id in (select customer.id from ${scoped(viewer, 'customer')})`,
  joins: () => sql`join customer on customer.id = benefit.customer_id`,
  computedColumns: () => ({
    number: sql`benefit.number_cipher`,
    regionName: sql`benefit.region_code`,
    file: sql`(select jsonb_build_object('id', f.id::text, 'name', f.name, 'type', f.type, 'size', f.size)
      from file f where f.id = benefit.file_id and f.deleted_at is null)`,
    expired: sql`coalesce(benefit.until < ${localToday}, false)`,
  }),
  defaultOrder: sql`benefit.until nulls last, benefit.id`,
  afterRead: (_viewer, rows) =>
    rows.map((row) => ({
      ...row,
      number: row.number && masked(decrypt(row.number)),
      regionName: regionName(row.regionName),
    })),
  async beforeChange({ tx }, viewer, input, existing) {
    const customerId = existing?.customerId ?? input.customerId ?? '';
    await requireUnsealed(tx, [await lockCustomer(tx, viewer, customerId)]);
    await validateInput(tx, viewer, input, existing);
    return { values: encryptNumber(input.number, existing) };
  },
  async afterChange({ tx }, viewer, _id, input, existing) {
    const customerId = existing?.customerId ?? input.customerId ?? '';
    if (input.fileId !== undefined) await fileScan(tx, viewer, customerId, input.fileId, existing?.fileId ?? null);
  },
  async beforeDelete({ tx }, viewer, { customerId, fileId }) {
    await requireUnsealed(tx, [await lockCustomer(tx, viewer, customerId)]);
    await fileScan(tx, viewer, customerId, null, fileId);
  },
});

/** Returns the customer's benefits, those that end first on top. */
export async function benefitsOf(viewer: Viewer, customerId: string): Promise<OutputOf<Api['getBenefitList']>[]> {
  const filters: InputOf<Api['getBenefitList']> = { customerId, limit: 200 };
  return (await benefits.list(viewer, filters)).rows;
}

/**
 * Validates benefits entered with their customer, as far as the input allows; 400 names the field as
 * `benefits.0.until`.
 */
export async function validateBenefits(
  tx: Db,
  viewer: Viewer,
  inputs: readonly (Input & { id?: string | undefined })[],
): Promise<void> {
  await forEachItem('benefits', inputs, async (input) => {
    // The number of an existing benefit is validated where its row is locked.
    if (input.id === undefined) encryptNumber(input.number, null);
    await validateInput(tx, viewer, input, null);
  });
}

/** Inserts the benefits of a new customer; 400 names the field as `benefits.0.until`. */
export async function addBenefits(
  ctx: CommandContext,
  viewer: Viewer,
  customerId: string,
  inputs: readonly Omit<AddInput<typeof benefit.fields>, 'customerId'>[],
): Promise<void> {
  await forEachItem('benefits', inputs, (input) => benefits.create(ctx, viewer, { ...input, customerId }));
}

/** Saves a scan for a benefit; saving the form attaches it. */
export function uploadBenefitFile(
  viewer: Viewer,
  _input: object,
  { file }: RequestInfo,
): Promise<OutputOf<Api['uploadBenefitFile']>> {
  return saveAttachment(viewer, file, scan);
}
