import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { PushMapping } from '#devices/json/push.ts';
import type { SignatureScheme } from '#devices/json/signature.ts';
import type { pushApi } from '#features/push/contract.ts';
import { requirePlatformWide } from '#server/auth/holders.ts';
import { decrypt, encrypt } from '#server/core/crypto.ts';
import { invalidField } from '#server/core/problem.ts';
import { constraintOf } from '#server/core/retry.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { equals } from '#server/db/filter.ts';
import { countOf, pageOf } from '#server/db/paging.ts';
import { and, json } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import { stale } from '#server/feature/stale.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { validateMapping } from './mapping.ts';

type Api = typeof pushApi;

/** Returns the sources, which belong to the whole platform; never with secrets. */
export async function getPushSourceList(
  _viewer: Viewer,
  input: InputOf<Api['getPushSourceList']>,
): Promise<Paged<OutputOf<Api['getPushSourceList']>>> {
  const where = and(sql`deleted_at is null`, equals('pushSource.source', input.source));
  const fields = { source: 'pushSource.source', createdAt: 'pushSource.createdAt' } as const;
  const { limit, offset, order } = pageOf(input, fields, sql`push_source.source, push_source.id`);
  const [rows, count] = await Promise.all([
    db
      .selectFrom('pushSource')
      .select(['id', 'source', 'name', 'signature', 'mapping', 'status', 'createdAt', 'version'])
      .where(where)
      .orderBy(order)
      .limit(limit)
      .offset(offset)
      .execute(),
    countOf(sql`select 1 from push_source where ${where}`),
  ]);
  return {
    rows: rows.map((row) => ({ ...row, mapping: row.mapping as Record<string, unknown> })),
    count,
  };
}

/** Returns the columns that the input sets; the secret is encrypted. */
function valuesOf(input: InputOf<Api['editPushSource']>, mapping: PushMapping | undefined, secret: string | null) {
  return {
    name: input.name,
    signature: input.signature,
    status: input.status,
    mapping: mapping && json(mapping),
    secretCipher: secret === null ? undefined : encrypt(secret),
  };
}

const duplicateSource = () => invalidField('source', '已有这个来源，请打开它再修改', 'known');

/**
 * Adds a source, or changes the source of that name: at the given version, or a known cloud not set up yet. A generated
 * secret is answered once; 403 for a limited scope, 409 after a concurrent change.
 */
export async function editPushSource(
  viewer: Viewer,
  input: InputOf<Api['editPushSource']>,
): Promise<OutputOf<Api['editPushSource']>> {
  const mapping = validateMapping(input.mapping);
  return command(viewer, async ({ tx }) => {
    await requirePlatformWide(tx, viewer, '推送来源');
    const row = await tx
      .selectFrom('pushSource')
      .select(['id', 'version', 'createdBy', 'updatedAt', 'updatedBy', 'secretCipher'])
      .where('source', '=', input.source)
      .where('deletedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return addPushSource(tx, viewer, input, mapping);
    if (input.version === undefined && (row.createdBy !== null || row.version > 1)) throw duplicateSource();
    if (input.version !== undefined && row.version !== input.version) {
      throw await stale(tx, 'push_source', row.id, input.version, row);
    }
    if (input.status === 'enabled' && !row.secretCipher && !input.secret)
      throw invalidField('secret', '先填写密钥，再启用这个来源');
    const version = row.version + 1;
    await tx
      .updateTable('pushSource')
      .set({ ...valuesOf(input, mapping, input.secret ?? null), version })
      .where('id', '=', row.id)
      .execute();
    if (mapping) await saveVersion(tx, viewer, row.id, version, mapping);
    return { id: row.id, secret: null, version };
  }).catch((error: unknown) => {
    // Another user added it meanwhile.
    throw constraintOf(error) === 'push_source_source' ? duplicateSource() : error;
  });
}

async function addPushSource(
  tx: Db,
  viewer: Viewer,
  input: InputOf<Api['editPushSource']>,
  mapping: PushMapping = { body: 'own' },
): Promise<OutputOf<Api['editPushSource']>> {
  const generated = input.secret ? null : randomBytes(24).toString('base64url');
  const secret = input.secret ?? generated ?? '';
  const added = await tx
    .insertInto('pushSource')
    .values({
      ...valuesOf(input, mapping, null),
      source: input.source,
      name: input.name ?? input.source,
      secretCipher: encrypt(secret),
      mapping: json(mapping),
      createdBy: viewer.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await saveVersion(tx, viewer, added.id, 1, mapping);
  return { id: added.id, secret: generated, version: 1 };
}

/** Saves the mapping as a version, so that it can be restored. */
async function saveVersion(tx: Db, viewer: Viewer, id: string, version: number, mapping: PushMapping): Promise<void> {
  const values = { sourceId: id, version, mapping: json(mapping), createdBy: viewer.userId };
  await tx.insertInto('pushSourceVersion').values(values).execute();
}

export interface EnabledSource {
  source: string;
  scheme: SignatureScheme;
  secret: string;
  mapping: PushMapping;
}

/** Returns the enabled source of that name with its secret decrypted; null when there is none. */
export async function enabledSource(source: string): Promise<EnabledSource | null> {
  const row = await db
    .selectFrom('pushSource')
    .selectAll()
    .where('source', '=', source)
    .where('status', '=', 'enabled')
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row?.secretCipher
    ? {
        source: row.source,
        scheme: row.signature as SignatureScheme,
        secret: decrypt(row.secretCipher),
        mapping: row.mapping as PushMapping,
      }
    : null;
}

/** Returns whether a source of that name exists, enabled or not. */
export async function isSource(source: string): Promise<boolean> {
  const all = db.selectFrom('pushSource').select('id').where('deletedAt', 'is', null);
  return (await all.where('source', '=', source).executeTakeFirst()) !== undefined;
}
