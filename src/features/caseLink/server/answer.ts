import { sql } from 'kysely';
import { wholePerson } from '#features/customer/server/service.ts';
import { answered } from '#features/notification/server/service.ts';
import { answeredFromOutside, movedFromOutside, sharedSheet } from '#features/warn/server/service.ts';
import { countTry, invalidLink } from '#server/auth/linkTries.ts';
import { decrypt, secretHash } from '#server/core/crypto.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import { arrivalStates, type CaseAnswer, caseAnswers, type caseLinkApi, claimTexts } from '#shared/caseLink.ts';
import type { DispatchState, WarnStatus } from '#shared/codes.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';

type Api = typeof caseLinkApi;
type Opened = OutputOf<Api['getCase']>;

/** Answers of one link: beyond them somebody plays with it. */
const mostAnswers = 20;
/** Hours for which a link still says that its case has ended. */
const hoursAfter = 24;

interface Link {
  id: string;
  warnId: string;
  kind: 'contact' | 'user' | 'customer_user' | 'responder';
  toId: string;
  toName: string;
  answer: CaseAnswer | null;
  answers: number;
  status: WarnStatus;
  drill: boolean;
  over: boolean;
  customerId: string | null;
}

/** The link of a token, locked, before a change with its alarm. 400 in the one sentence for every bad link. */
async function linkOf(tx: Db, token: string, changes = true): Promise<Link> {
  const found = await sql<Link>`
    select l.id::text, l.warn_id::text as "warnId", l.kind, l.to_id::text as "toId", l.to_name as "toName", l.answer, l.answers,
      w.status, w.test as drill, w.status not in ('pending', 'handling') as over, w.customer_id::text as "customerId"
    from warn_link l join warn w on w.id = l.warn_id
    where l.token_hash = ${secretHash(token)}
      and (w.finished_at is null or w.finished_at > now() - make_interval(hours => ${hoursAfter}))
    for update of ${changes ? sql`w, l` : sql`l`}`.execute(tx);
  const [link] = found.rows;
  if (!link) throw invalidLink();
  return link;
}

async function dispatchOf(tx: Db, { kind, toId, warnId }: Link) {
  if (kind !== 'responder') return null;
  const row = await tx
    .selectFrom('warnDispatch')
    .select(['state', 'noteCipher'])
    .where('id', '=', toId)
    .where('warnId', '=', warnId)
    .executeTakeFirst();
  return row ? { state: row.state as DispatchState, note: row.noteCipher ? decrypt(row.noteCipher) : null } : null;
}

/** What the link shows: for a responder who is sent the address and what they were told, for everybody else the community. */
async function shown(tx: Db, link: Link): Promise<Opened> {
  const sheet = await sharedSheet(tx, link.warnId);
  if (!sheet) throw invalidLink();
  const dispatch = await dispatchOf(tx, link);
  const sent = !link.over && dispatch !== null && dispatch.state !== 'done' && dispatch.state !== 'cancelled';
  const person = sent && link.customerId ? await wholePerson(tx, link.customerId) : null;
  return {
    kind: link.kind === 'responder' ? 'responder' : 'family',
    no: sheet.no,
    type: sheet.type,
    level: sheet.level,
    levelName: sheet.levelName,
    state: link.status === 'pending' || link.status === 'handling' ? claimTexts[link.status] : sheet.status,
    drill: link.drill,
    over: link.over,
    time: sheet.receivedAt,
    timeZone: sheet.timeZone,
    place: person ? [sheet.area, person.address].filter(Boolean).join(' ') || null : sheet.area,
    person: sheet.person,
    toName: link.toName,
    answer: link.answer,
    dispatch: dispatch && { state: dispatch.state, note: sent ? dispatch.note : null },
    service: sheet.service,
    servicePhone: sheet.servicePhone,
  };
}

/** Opens a link; the first look is kept. 400 for every bad link alike, 429 beyond 20 tries an address and minute. */
export async function getCase(
  viewer: Viewer,
  { token }: InputOf<Api['getCase']>,
  { ip }: RequestInfo,
): Promise<Opened> {
  countTry(ip);
  return command(viewer, async ({ tx }) => {
    const link = await linkOf(tx, token, false);
    await tx
      .updateTable('warnLink')
      .set((eb) => ({ openedAt: eb.fn.coalesce('openedAt', now) }))
      .where('id', '=', link.id)
      .execute();
    await noted(tx, link, token, null);
    return shown(tx, link);
  });
}

/** The message that brought the link here is read, and answered where something was said. */
async function noted(tx: Db, { warnId, kind, toId: id }: Link, token: string, answer: string | null): Promise<void> {
  if (kind !== 'responder') await answered(tx, warnId, { kind, id }, token, answer);
}

const ended = () => new Problem(409, '告警已结束，不用再应答，谢谢');

/** One more answer of the link; 409 when there were too many. */
async function countAnswer(tx: Db, link: Link, answer: CaseAnswer | null): Promise<void> {
  if (link.answers >= mostAnswers) throw new Problem(409, '应答次数过多，请拨打服务电话');
  await tx
    .updateTable('warnLink')
    .set((eb) => ({ answers: eb('answers', '+', 1), answeredAt: now, ...(answer && { answer }) }))
    .where('id', '=', link.id)
    .execute();
}

/** What family says stands in the operator's timeline with the commit; the same said twice stands there once. 409 when the case has ended. */
export async function answerCase(
  viewer: Viewer,
  { token, answer, note }: InputOf<Api['answerCase']>,
  { ip }: RequestInfo,
): Promise<Opened> {
  countTry(ip);
  return command(viewer, async (change) => {
    const { tx } = change;
    const link = await linkOf(tx, token);
    if (link.kind === 'responder') throw invalidLink();
    if (link.over) throw ended();
    const said = note?.trim() || null;
    if (link.answer === answer && said === null) return shown(tx, link);
    await countAnswer(tx, link, answer);
    const to = { kind: link.kind, id: link.toId, name: link.toName };
    if (!(await answeredFromOutside(change, link.warnId, to, answer, said))) throw ended();
    await noted(tx, link, token, caseAnswers[answer]);
    return shown(tx, { ...link, answer });
  });
}

const order: readonly string[] = ['sent', ...arrivalStates];

/** How far a responder is: only forward, the same again changes nothing. 409 when the case or the dispatch has ended. */
export async function reportArrival(
  viewer: Viewer,
  { token, state, lat, lng }: InputOf<Api['reportArrival']>,
  { ip }: RequestInfo,
): Promise<Opened> {
  countTry(ip);
  return command(viewer, async (change) => {
    const { tx } = change;
    const link = await linkOf(tx, token);
    const dispatch = await dispatchOf(tx, link);
    if (!dispatch) throw invalidLink();
    if (link.over) throw ended();
    if (dispatch.state === 'cancelled') throw new Problem(409, '派单已取消，不用再去，谢谢');
    if (dispatch.state === state) return shown(tx, link);
    if (order.indexOf(state) < order.indexOf(dispatch.state)) throw new Problem(409, '进展不能往回改，请拨打服务电话');
    await countAnswer(tx, link, null);
    const place = lat === undefined || lng === undefined ? null : { lat, lng };
    if (!(await movedFromOutside(change, link.warnId, link.toId, state, place))) throw ended();
    return shown(tx, link);
  });
}
