import { type RawBuilder, sql } from 'kysely';
import type { cmdLogApi } from '#features/cmdLog/contract.ts';
import { invalidField, notFound } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { between, contains, equals, holds } from '#server/db/filter.ts';
import { countLimit, countOf, limitsOf, orderOf } from '#server/db/paging.ts';
import { and } from '#server/db/values.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { actionOf, type CmdAction, cmdVerbs } from '../contract/actions.ts';
import { changesByTrace } from './changes.ts';
import { contractLabels } from './contractLabels.ts';
import { objectNames } from './names.ts';
import { logScope } from './scope.ts';

type Input = InputOf<typeof cmdLogApi.getCmdLogList>;
type Filters = Omit<Input, 'page' | 'limit'>;
export type CmdLogRow = OutputOf<typeof cmdLogApi.getCmdLogList>;

interface Stored {
  id: string;
  at: string;
  account: string | null;
  user_name: string | null;
  department_name: string | null;
  module: string;
  action: string;
  object_type: string | null;
  object_id: string | null;
  object_name: string | null;
  method: string;
  path: string;
  ip: string | null;
  agent: string | null;
  duration_ms: number;
  code: number;
  error: string | null;
  trace_id: string;
}

const columns = sql`l.id::text, l.at, l.account, l.user_name, d.name as department_name, l.module, l.action, l.object_type, l.object_id::text,
  l.object_name, l.method, l.path, l.ip, l.agent, l.duration_ms, l.code, l.error, l.trace_id`;
/** Maximum changed fields of a command in the list; the detail has more. */
const maxChanges = 30;

/** Returns the condition for an action group or the name of a call. 400 for other texts. */
async function actionCondition(action: string | undefined): Promise<RawBuilder<unknown>> {
  if (!action) return sql`true`;
  if (!Object.hasOwn(cmdVerbs, action)) {
    const isEndpoint = [...(await contractLabels()).calls.keys()].some((path) => path.endsWith(`/${action}`));
    if (!isEndpoint) throw invalidField('action', '没有这个动作');
    return sql`l.action = ${action}`;
  }
  // `editRoleUser` also begins with a verb of another group: the longest verb decides, as on the screen.
  const verbs = cmdVerbs[action as CmdAction];
  const longer = Object.values(cmdVerbs)
    .flat()
    .filter((other) => !verbs.includes(other) && verbs.some((verb) => other.startsWith(verb)));
  const starts = (list: readonly string[]) =>
    sql`l.action like any(${`{${list.map((verb) => `${verb}%`).join(',')}}`}::text[])`;
  return longer.length > 0 ? sql`(${starts(verbs)} and not ${starts(longer)})` : starts(verbs);
}

/** Returns the condition for a module by its name, or a part of its title. */
async function moduleCondition(filter: string | undefined): Promise<RawBuilder<unknown>> {
  const text = filter?.trim();
  if (!text) return sql`true`;
  const { modules } = await contractLabels();
  const nouns = [...modules].filter(([, title]) => title.includes(text)).map(([noun]) => noun);
  return sql`(l.module = ${text} or l.module = any(${`{${nouns.join(',')}}`}::text[]))`;
}

async function conditions(viewer: Viewer, input: Filters): Promise<RawBuilder<unknown>> {
  return and(
    logScope(viewer),
    between(sql`l.at`, input.from, input.to),
    contains([sql`l.account`, sql`l.user_name`], input.account ?? input.keyword),
    await moduleCondition(input.module),
    await actionCondition(input.action),
    equals(sql`l.object_id`, input.objectId),
    holds(sql`l.code = 0`, input.result && input.result === 'success'),
    equals(sql`l.trace_id`, input.traceId),
    contains([sql`l.ip`], input.ip),
    contains([sql`l.path`], input.path),
  );
}

function commandOrder({ sort }: Filters): RawBuilder<unknown> {
  const fields = { at: sql`l.at`, durationMs: sql`l.duration_ms` };
  return orderOf(sort, fields, sql`l.at desc, l.id desc`, { filled: ['at', 'durationMs'] });
}

/** Selects ids of filtered commands in the list's order, for the export's cursor. */
export async function selectCommands(viewer: Viewer, input: Filters): Promise<RawBuilder<unknown>> {
  return sql`select l.id::text as id, l.at::text as at from cmd_log l where ${await conditions(viewer, input)} order by ${commandOrder(input)}`;
}

/** Counts commands up to `most`: one past 10,000 for the screen. */
export async function countCommands(viewer: Viewer, input: Filters, most = countLimit): Promise<number> {
  return countOf(sql`select 1 from cmd_log l where ${await conditions(viewer, input)}`, most);
}

async function toRows(rows: Stored[]): Promise<CmdLogRow[]> {
  const contract = await contractLabels();
  const [changes, names] = await Promise.all([
    changesByTrace([...new Set(rows.filter((row) => row.code === 0).map((row) => row.trace_id))]),
    objectNames(rows.map((row) => ({ type: row.object_type, id: row.object_id }))),
  ]);
  return rows.map((row) => {
    const done = changes.get(row.trace_id);
    return {
      id: row.id,
      at: new Date(row.at).toISOString(),
      account: row.account,
      userName: row.user_name,
      departmentName: row.department_name,
      module: row.module,
      moduleName: contract.modules.get(row.module) ?? row.module,
      action: row.action,
      kind: actionOf(row.action),
      title: contract.calls.get(row.path) ?? row.action,
      objectType: row.object_type,
      objectId: row.object_id,
      objectName: row.object_name ?? names.get(`${row.object_type}:${row.object_id}`) ?? null,
      method: row.method,
      path: row.path,
      ip: row.ip,
      durationMs: row.duration_ms,
      code: row.code,
      result: row.code === 0 ? ('success' as const) : ('failed' as const),
      error: row.error,
      traceId: row.trace_id,
      changes: done?.changes.slice(0, maxChanges) ?? [],
      changeCount: done?.rows ?? 0,
    };
  });
}

/** Lists commands with their changes, newest first; the count stops at 10,001. */
export async function getCmdLogList(viewer: Viewer, input: Input): Promise<Paged<CmdLogRow>> {
  const { limit, offset } = limitsOf(input);
  const where = await conditions(viewer, input);
  const [result, count] = await Promise.all([
    db.rows(sql<Stored>`
      select ${columns} from cmd_log l left join department d on d.id = l.department_id
      where ${where} order by ${commandOrder(input)} limit ${limit} offset ${offset}`),
    countCommands(viewer, input),
  ]);
  return { rows: await toRows(result), count };
}

/** Returns the rows of an export's batch in its order. */
export async function commandRows(keys: readonly { id: string; at: string }[]): Promise<CmdLogRow[]> {
  const rows = await db.rows(sql<Stored>`
    select ${columns} from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k (id bigint, at timestamptz)
    join cmd_log l on l.at = k.at and l.id = k.id left join department d on d.id = l.department_id`);
  const byId = new Map((await toRows(rows)).map((row) => [row.id, row]));
  return keys.flatMap(({ id }) => byId.get(id) ?? []);
}

/** Returns one command with its masked input and all changes. */
export async function getCmdLog(
  viewer: Viewer,
  { id }: InputOf<typeof cmdLogApi.getCmdLog>,
): Promise<OutputOf<typeof cmdLogApi.getCmdLog>> {
  const row = await db.row(sql<Stored & { input: unknown }>`
    select ${columns}, l.input from cmd_log l left join department d on d.id = l.department_id where l.id = ${id} and ${logScope(viewer)}`);
  const [shown] = await toRows(row ? [row] : []);
  if (!row || !shown) throw notFound('这条日志');
  const done = (await changesByTrace([row.trace_id])).get(row.trace_id);
  return { ...shown, changes: row.code === 0 ? (done?.changes ?? []) : [], agent: row.agent, input: row.input ?? null };
}
