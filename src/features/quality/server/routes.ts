import { type RawBuilder, sql } from 'kysely';
import { plainAsHtml, sendNotice } from '#features/notice/server/service.ts';
import { qualityApi, sample } from '#features/quality/contract.ts';
import { nameOf } from '#features/user/server/service.ts';
import { claimLimit, counted, visibleWarns } from '#features/warn/server/service.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { crud } from '#server/crud/crud.ts';
import { type Db, db } from '#server/db/db.ts';
import { equals, holds, inDepartmentTree } from '#server/db/filter.ts';
import { and, type ColumnName, column, json, now } from '#server/db/values.ts';
import { betweenMoments, zoneOf } from '#server/db/zone.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { handlers } from '#server/feature/handlers.ts';
import { stale } from '#server/feature/stale.ts';
import type { WarnLevel } from '#shared/codes.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { getOperatorFigures } from './figures.ts';

type Api = typeof qualityApi;

const judges = (viewer: Viewer) => hasPermission(viewer, 'quality:score');

/** Samples: operators see scores of their own work, scorers all in their scope. */
const samples = crud(sample, {
  readAccess: (viewer) => (judges(viewer) ? undefined : sql`quality_sample.operator_id = ${viewer.userId}`),
  filterWhere: (_viewer, input) => {
    const sought = input as InputOf<Api['getSampleList']>;
    const { from, to, warnFrom, warnTo, departmentId, projectId } = sought;
    return and(
      from === undefined ? undefined : sql`quality_sample.finished_at >= ${from}::timestamptz`,
      to === undefined ? undefined : sql`quality_sample.finished_at < ${to}::timestamptz`,
      ...betweenMoments('warn.createdAt', 'warn.projectId', warnFrom, warnTo),
      holds(counted, sought.counted),
      inDepartmentTree('qualitySample.departmentId', departmentId),
      equals('qualitySample.projectId', projectId),
    );
  },
  joins: () => sql`
    join warn on warn.id = quality_sample.warn_id join "user" operator on operator.id = quality_sample.operator_id
    left join "user" scorer on scorer.id = quality_sample.scored_by`,
  computedColumns: () => ({
    warnNo: sql`warn.no`,
    type: sql`warn.type`,
    level: sql`warn.level`,
    operatorName: sql`operator.name`,
    scoredByName: sql`scorer.name`,
    passed: sql`case quality_sample.state when 'passed' then true when 'returned' then false end`,
  }),
  defaultOrder: sql`(quality_sample.state = 'waiting') desc, quality_sample.finished_at desc, quality_sample.id desc`,
});

/** Returns the seconds from a warn's arrival to one of its instants. */
const since = (moment: ColumnName) =>
  sql<number | null>`round(extract(epoch from ${column(moment)} - warn.received_at))::int`;

/** Condition on `warn_step s`: a call before the close; later calls belong to the follow-up. */
const ofCase = sql`s.warn_id = warn.id and s.kind = 'call' and (warn.finished_at is null or s.at <= warn.finished_at)`;

/** Returns the facts of a sampled warn, for its scorer and its operator. */
async function getSample(viewer: Viewer, { id }: InputOf<Api['getSample']>): Promise<OutputOf<Api['getSample']>> {
  const row = await samples.get(viewer, { id });
  const facts = await visibleWarns(viewer)
    .innerJoin('project', 'project.id', 'warn.projectId')
    .select([
      'project.claimSeconds as limit',
      'warn.level',
      'warn.escalation',
      'warn.overdue',
      'warn.result',
      'warn.falseReason',
      since('warn.firstClaimedAt').as('claimSeconds'),
      since('warn.calledAt').as('callSeconds'),
      since('warn.reachedAt').as('reachedSeconds'),
      since('warn.familyToldAt').as('familySeconds'),
      since('warn.arrivedAt').as('arrivedSeconds'),
      since('warn.finishedAt').as('finishedSeconds'),
      sql<number>`(select count(*)::int from warn_step s where ${ofCase})`.as('calls'),
      sql<number>`(select count(*)::int from warn_step s where ${ofCase} and s.data ->> 'result' in ('ok', 'need_help'))`.as(
        'reached',
      ),
    ])
    .where('warn.id', '=', row.warnId)
    .executeTakeFirst();
  if (!facts) throw notFound(sample.title);
  const { limit, level, result, falseReason, ...rest } = facts;
  const ended = result
    ? labelOf('warn_result', result)
    : falseReason
      ? `误报：${labelOf('false_reason', falseReason)}`
      : null;
  return { ...row, ...rest, result: ended, claimLimit: claimLimit(limit, level as WarnLevel) };
}

/** Returns the score of a warn if the viewer may see it: their own work, or with the permission to score. */
async function getWarnScore(
  viewer: Viewer,
  { warnId }: InputOf<Api['getWarnScore']>,
): Promise<OutputOf<Api['getWarnScore']>> {
  const row = await db
    .selectFrom('qualitySample as q')
    .innerJoin(visibleWarns(viewer).select('warn.id').as('w'), 'w.id', 'q.warnId')
    .leftJoin('user as scorer', 'scorer.id', 'q.scoredBy')
    .select(['q.state', 'q.total', 'scorer.name as scoredByName', 'q.scoredAt'])
    .where('q.warnId', '=', warnId)
    .$if(!judges(viewer), (query) => query.where('q.operatorId', '=', viewer.userId))
    .executeTakeFirst();
  return row && row.total !== null ? { ...row, total: row.total } : null;
}

const aDay = 86_400_000;

/**
 * Returns the full numbers that a short number of the warn list may mean: `0005` of today, `1123-0005` of another day.
 */
function meantBy(no: string): string[] {
  const [, month = '', serial] = /^(?:(\d{4})-)?(\d{4,})$/.exec(no) ?? [];
  if (!serial) return [no];
  const dayOf = (days: number) => new Date(Date.now() + days * aDay).toISOString().slice(0, 10).replaceAll('-', '');
  const year = Number(dayOf(0).slice(0, 4));
  const days = month ? [`${year}${month}`, `${year - 1}${month}`] : [dayOf(-1), dayOf(0), dayOf(1)];
  return days.flatMap((day) => ['SOS', 'JK'].map((kind) => `${kind}-${day}-${serial}`));
}

/** Returns the warn in scope of a full or short number. 400 when there is none or more than one. */
async function requireWarnByNo(tx: Db, viewer: Viewer, no: string) {
  const day = (instant: RawBuilder<unknown>) => sql`(${instant} at time zone ${zoneOf('warn.projectId')})::date`;
  const rows = await visibleWarns(viewer, tx)
    .select(['warn.id', 'warn.no', 'warn.status', counted.as('counted'), 'warn.handlerId', 'warn.finishedAt'])
    .select(['warn.departmentId', 'warn.projectId'])
    .where('warn.no', 'in', meantBy(no))
    .$if(/^\d+$/.test(no), (query) => query.where(sql<boolean>`${day(sql.ref('warn.createdAt'))} = ${day(sql`now()`)}`))
    .orderBy('warn.no', 'desc')
    .execute();
  const [warn, ...others] = rows;
  if (!warn) throw invalidField('warnNo', '没有这个编号的告警，或不在你的范围');
  if (others.length > 0)
    throw invalidField(
      'warnNo',
      `编号 ${no} 有 ${rows.length} 条：${rows.map((one) => one.no).join('、')}，请填写完整编号`,
    );
  return warn;
}

/** Samples a warn in scope by hand. 400 for an unknown number, an open warn, a test, or one not closed by a user. */
async function chooseSample(
  viewer: Viewer,
  { warnNo }: InputOf<Api['chooseSample']>,
): Promise<OutputOf<Api['chooseSample']>> {
  const no = warnNo.trim();
  return samples.transaction(viewer, async ({ tx }) => {
    const warn = await requireWarnByNo(tx, viewer, no);
    const { finishedAt } = warn;
    const ended = warn.status === 'done' || warn.status === 'false';
    if (!ended || finishedAt === null) throw invalidField('warnNo', '告警还没有结束，结束后再抽检');
    if (!warn.counted || warn.handlerId === null)
      throw invalidField('warnNo', '测试、设备告警和系统自己结束的告警不质检');
    const { id: warnId, handlerId: operatorId, departmentId, projectId } = warn;
    const inserted = await tx
      .insertInto('qualitySample')
      .values({ warnId, operatorId, rule: 'chosen', finishedAt, departmentId, projectId, createdBy: viewer.userId })
      .onConflict((on) => on.column('warnId').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted) return { id: inserted.id, known: false };
    const { id } = await tx
      .selectFrom('qualitySample')
      .select('id')
      .where('warnId', '=', warnId)
      .executeTakeFirstOrThrow();
    return { id, known: true };
  });
}

type Sample = Awaited<ReturnType<typeof samples.lockForChange>>;

/** Refuses a score of the viewer's own work, or over another score that the viewer has not seen. */
async function requireFree(tx: Db, viewer: Viewer, row: Sample, seen: boolean): Promise<void> {
  if (row.operatorId === viewer.userId) throw new Problem(403, '不能给自己处理的告警评分');
  if (seen || row.state === 'waiting') return;
  const by = (row.scoredBy && (await nameOf(tx, row.scoredBy))) || '他人';
  const { data } = await stale(tx, 'quality_sample', row.id, 1, row);
  throw new Problem(409, `${by} 已评过`, { ...(data as object), updatedBy: by, updatedAt: row.scoredAt });
}

/** Returns the number of the closed warn. 409 when it is open again. */
async function closedCase(tx: Db, viewer: Viewer, { warnId }: Sample): Promise<string> {
  const warn = await visibleWarns(viewer, tx)
    .select(['warn.no', 'warn.status'])
    .where('warn.id', '=', warnId)
    .executeTakeFirst();
  if (!warn) throw notFound(sample.title);
  if (warn.status !== 'done' && warn.status !== 'false') throw new Problem(409, '告警已重开，结束后再评');
  return warn.no;
}

/** Scores a sample: passed, or returned with a reason; notifies the operator. */
async function scoreSample(
  viewer: Viewer,
  { id, version, points, passed, comment = '' }: InputOf<Api['scoreSample']>,
): Promise<OutputOf<Api['scoreSample']>> {
  const commentText = comment.trim();
  if (!passed && commentText.length < 5) throw invalidField('comment', '退回时请写明原因，至少5个字', 'required');
  return samples.transaction(viewer, async (ctx) => {
    const { tx } = ctx;
    const seen = version !== undefined;
    const previous = seen
      ? await samples.lockVersion(tx, viewer, { id, version })
      : await samples.lockForChange(tx, viewer, id);
    await requireFree(tx, viewer, previous, seen);
    const no = await closedCase(tx, viewer, previous);
    const total = Object.values(points).reduce((sum, point) => sum + point, 0);
    const { version: after } = await tx
      .updateTable('qualitySample')
      .set({
        ...{ state: passed ? 'passed' : 'returned', points: json(points), total },
        ...{ comment: commentText || null, scoredBy: viewer.userId, scoredAt: now, seenAt: null, reply: null },
      })
      .where('id', '=', id)
      .returning('version')
      .executeTakeFirstOrThrow();
    await sendNotice(ctx, viewer, {
      title: `质检${passed ? '通过' : '退回'}：告警 ${no}，${total} 分`,
      content: `<p>${plainAsHtml(commentText || '没有评语')}</p><p>请在「SOS 告警 · 质检」里查看。</p>`,
      level: passed ? 'normal' : 'important',
      userIds: [previous.operatorId],
      departmentId: previous.departmentId,
    });
    return { id, version: after };
  });
}

/** Records the operator's first reading and their reply; the scorer is notified of a reply. */
async function acknowledgeSample(viewer: Viewer, { id, reply }: InputOf<Api['seeSample']>): Promise<null> {
  const replyText = reply?.trim();
  return samples.transaction(viewer, async (ctx) => {
    const { tx } = ctx;
    const row = await samples.lockForChange(tx, viewer, id);
    if (row.operatorId !== viewer.userId) throw new Problem(403, '只有处理人本人可以标记已阅');
    if (row.state === 'waiting') throw new Problem(409, '还没有评分');
    if (!replyText && row.seenAt) return null;
    await tx
      .updateTable('qualitySample')
      .set((eb) => ({ seenAt: eb.fn.coalesce('seenAt', now), ...(replyText && { reply: replyText }) }))
      .where('id', '=', id)
      .execute();
    if (replyText && row.scoredBy)
      await sendNotice(ctx, viewer, {
        title: `${viewer.name} 对质检结论作了说明`,
        content: `<p>${plainAsHtml(replyText)}</p><p>请在「SOS 告警 · 质检」里查看。</p>`,
        level: 'normal',
        userIds: [row.scoredBy],
        departmentId: row.departmentId,
      });
    return null;
  });
}

export const routes = handlers(qualityApi, {
  getSampleList: samples.list,
  getSample,
  getWarnScore,
  chooseSample,
  scoreSample,
  seeSample: acknowledgeSample,
  getOperatorFigures,
});
