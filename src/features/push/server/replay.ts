import { sql } from 'kysely';
import type { PushMapping } from '#devices/json/push.ts';
import { type SignatureScheme, verifySignature } from '#devices/json/signature.ts';
import { type Decoded, type Message, toMessage } from '#devices/message.ts';
import type { pushApi } from '#features/push/contract.ts';
import { decrypt } from '#server/core/crypto.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import { lanes } from '#server/ingest/startIngest.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { errorsText, reasonText } from '../contract/log.ts';
import { readBy } from './frameReader.ts';
import { pushScope } from './log.ts';
import { devicesOf, type Signed } from './pushLogWriter.ts';

/** A stored push with its source's present settings. */
interface StoredPush {
  id: string;
  /** ISO instant of receipt. */
  at: string;
  source: string;
  reason: string;
  body: Buffer | null;
  signed: Signed | null;
  mapping: PushMapping | null;
  scheme: SignatureScheme;
  secret: string | null;
}

/** Returns the open rows among these ids. */
async function storedPushes(viewer: Viewer, ids: readonly string[]): Promise<StoredPush[]> {
  return db.rows(sql<StoredPush>`
    select l.id::text, l.at, l.source, l.reason, l.body, l.signed, s.mapping, s.signature as scheme, s.secret_cipher as secret from push_log l
    left join push_source s on s.source = l.source and s.deleted_at is null and s.status = 'enabled'
    where l.id = any(${bigints(ids)}) and l.state in ('unknown', 'refused', 'failed') and ${pushScope(viewer)} order by l.at, l.id`);
}

/**
 * Returns a sentence on why a stored push must not be replayed; null when it may. A push with a wrong signature must
 * match the current secret.
 */
function refusalOf({ body, mapping, reason, signed, scheme, secret }: StoredPush): string | null {
  if (!body || body.length === 0) return reason.startsWith('size') ? reasonText(reason) : '原文没有保留';
  if (!mapping || !secret) return '来源没有启用';
  if (reason === 'repeat') return '重复的推送，原来的已经接收';
  if (/^(body|mapping|busy|device)(:|$)/.test(reason)) return null;
  if (scheme === 'token' || !signed) return '没有签名可以核对，请让对方重发';
  const headers = { 'x-timestamp': signed.timestamp, 'x-nonce': signed.nonce, 'x-signature': signed.signature };
  const proof = verifySignature(scheme, decrypt(secret), { headers, body }, Number(signed.timestamp) * 1000);
  return proof.ok ? null : '用现在的密钥核对，签名仍不正确';
}

/** Age up to which a push is not a backlog, ms. */
const inTime = 5 * 60_000;

/**
 * Returns a stored message for replay: with its original key, so that a repeat by its cloud is no duplicate, and with
 * the time of receipt if it has none.
 */
function messageOf({ at, source }: StoredPush, decoded: Decoded): Message {
  const time = decoded.time ?? at;
  const keyed = decoded.ownKey === null ? { ...decoded, time } : decoded;
  const { number, raw } = decoded;
  const from = { source: `push:${source}`, protocol: 'push', number, body: Buffer.from(raw, 'hex'), error: null };
  const { key } = toMessage({ ...from, receivedAt: at, decoded: keyed });
  const now = new Date();
  const message = { ...toMessage({ ...from, receivedAt: now.toISOString(), decoded }), key };
  if (now.getTime() - Date.parse(at) <= inTime) return message;
  // A message sent as backlog keeps its stated time, independent of the receipt.
  const first = decoded.backlog && decoded.time !== null ? {} : { firstAt: at };
  return { ...message, ...first, decoded: { ...decoded, time, backlog: true } };
}

async function storePush(push: StoredPush): Promise<string | null> {
  const { messages, errors } = readBy(push.mapping ?? { body: 'own' })(push.body ?? Buffer.alloc(0), '');
  if (messages.length === 0) return `内容仍不能解析：${errorsText(errors) || '没有设备号'}`;
  const registered = await devicesOf(messages.map(({ number }) => number));
  const ours = messages.filter(({ number }) => registered.has(number));
  if (ours.length === 0) return '设备仍未登记';
  const open = lanes();
  if (!open || open.paused()) throw new Problem(503, '现在不能保存设备消息，请稍后再试');
  try {
    await Promise.all(ours.map((message) => open.submit(messageOf(push, message))));
  } catch {
    return '没有保存成功';
  }
  // Messages already stored stay single, however often the rest is replayed.
  const missing = messages.length - ours.length;
  if (missing > 0) return `${ours.length} 条已接收，其余 ${missing} 条的设备仍未登记`;
  return errors.length > 0 ? `${ours.length} 条已接收，其余不能解析：${errorsText(errors)}` : null;
}

/**
 * Replays stored pushes with the present settings of their sources; old ones are a backlog and ring as such (domain.md
 * 3.7). Messages already stored are recognised by key.
 */
export async function replayPush(
  viewer: Viewer,
  { ids }: InputOf<typeof pushApi.replayPush>,
): Promise<OutputOf<typeof pushApi.replayPush>> {
  const pushes = await storedPushes(viewer, ids);
  const rejected = ids
    .filter((id) => !pushes.some((push) => push.id === id))
    .map((id) => ({ id, reason: '不存在、不在你的范围，或不用重推' }));
  const done: string[] = [];
  for (const push of pushes) {
    const reason = refusalOf(push) ?? (await storePush(push));
    if (reason) rejected.push({ id: push.id, reason });
    else done.push(push.id);
  }
  await settle(viewer, 'replayed', done);
  return { done: done.length, left: rejected };
}

async function settle(viewer: Viewer, state: 'replayed' | 'ignored', ids: readonly string[]): Promise<number> {
  return command(viewer, async ({ tx }) => {
    return tx.affected(sql`
      update push_log l set state = ${state}, tries = tries + ${state === 'replayed' ? 1 : 0} where id = any(${bigints(ids)})
        and state in ('unknown', 'refused', 'failed') and ${pushScope(viewer)}`);
  });
}

/** Marks open rows as ignored; the rows stay. */
export async function ignorePush(
  viewer: Viewer,
  { ids }: InputOf<typeof pushApi.ignorePush>,
): Promise<OutputOf<typeof pushApi.ignorePush>> {
  return { done: await settle(viewer, 'ignored', ids) };
}
