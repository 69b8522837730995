import { sql } from 'kysely';
import { hasConsent } from '#features/customer/server/service.ts';
import { invalid, invalidField, notFound, Problem } from '#server/core/problem.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { equals, oneOf } from '#server/db/filter.ts';
import { countOf, pageOf } from '#server/db/paging.ts';
import { scoped } from '#server/db/scoped.ts';
import { and, bigints } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { type DeviceCommand, deviceCommands, keysOf } from '#shared/codes.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { maskPhone } from '#shared/mask.ts';
import { problemsOf } from '#shared/rule/rules.ts';
import { type commandApi, commandParams, harmlessCommands } from '../contract.ts';
import { type CommandRow, commandColumns, commandRows, emitStates, shownTo } from './commandRows.ts';
import { answerWithin, commandable, speakers, supportsCommand, wakeSenders, wireName } from './commands.ts';

type Api = typeof commandApi;
type Order = Omit<InputOf<Api['sendCommand']>, 'id'>;

/** Returns the default validity in minutes; short for commands with an urgent answer, such as a locate. */
const validFor = (name: DeviceCommand) => (harmlessCommands.includes(name) ? 10 : 1440);

const contactSign = '@';

/** Replaces contact references in the parameters by the numbers of the customer's contacts. */
async function withNumbers(tx: Db, id: string, name: DeviceCommand, params: Order['params']): Promise<Order['params']> {
  const sos = name === 'contacts' && Array.isArray(params?.sos) ? params.sos.map(String) : [];
  if (!sos.some((sign) => sign.startsWith(contactSign))) return params;
  const phones = new Map((await callees(tx, id)).map((sign) => [`${contactSign}${sign.id}`, sign.phone]));
  return { ...params, sos: sos.map((sign) => phones.get(sign) ?? sign) };
}

/** Returns the customer's contacts with a number, in the order of calling. */
async function callees(tx: Db, id: string) {
  return tx.rows(sql<{ id: string; name: string; relation: string | null; phone: string }>`
    select k.id::text, k.name, k.relation, coalesce(nullif(k.mobile, ''), k.phone) as phone
    from customer_contact k join equipment e on e.customer_id = k.customer_id
    where e.id = ${id} and k.deleted_at is null and coalesce(nullif(k.mobile, ''), k.phone, '') <> ''
    order by k."order", k.id`);
}

/** Validates the parameters of a command; 400 with the problems. */
export function validatedParams(name: DeviceCommand, params: Record<string, unknown> = {}): Record<string, unknown> {
  const problems = problemsOf(commandParams[name], params);
  if (problems.length > 0) throw invalid(problems.map((problem) => ({ ...problem, field: `params.${problem.field}` })));
  const callers = name === 'contacts' ? (params.sos as string[]) : [];
  if (callers.some((problem) => problem.startsWith(contactSign)))
    throw invalidField('params.sos', '联系人不存在，或没有电话');
  const periods = name === 'quiet_hours' ? (params.periods as { from: string; to: string }[]) : [];
  if (periods.some(({ from, to }) => from === to))
    throw invalidField('params.periods', '静默时段的开始和结束不能相同', 'range');
  return params;
}

const canSend = (viewer: Viewer, name: DeviceCommand) =>
  harmlessCommands.includes(name) || hasPermission(viewer, 'equipment:edit');

/** Throws 403 for a command that changes the device, without the edit permission. */
function admit(viewer: Viewer, name: DeviceCommand): void {
  if (!canSend(viewer, name)) throw new Problem(403, `没有权限下发「${labelOf('device_command', name)}」`);
}

interface Target {
  id: string;
  name: string;
  sn: string;
  online: boolean | null;
  state: string;
  protocol: string;
  capabilities: string[];
  /** The customer has no location consent. */
  unlocated: boolean;
}

/** Returns the named devices in scope, in the order of their ids. */
async function targets(tx: Db, viewer: Viewer, ids: readonly string[]): Promise<Target[]> {
  return tx.rows(sql<Target>`
    select equipment.id::text, equipment.name, equipment.sn, equipment.state, s.online, m.protocol, m.capabilities,
      exists (select 1 from customer where customer.id = equipment.customer_id and not ${hasConsent('location')}) as unlocated
    from ${scoped(viewer, 'equipment')} join model m on m.id = equipment.model_id
    left join device_state s on s.device_id = equipment.id where equipment.id = any(${bigints(ids)}) order by equipment.id`);
}

const unreachableStates = ['scrapped', 'lost'];

/**
 * Returns why the device cannot receive the command with these parameters (without `params`: with any); undefined if it
 * can.
 */
function refusal(
  { state, protocol, capabilities, unlocated }: Target,
  name: DeviceCommand,
  params?: Record<string, unknown>,
): string | undefined {
  if (unreachableStates.includes(state)) return `设备${labelOf('equipment_state', state)}，不能下发指令`;
  if (!capabilities.includes(name)) return `此型号不支持「${labelOf('device_command', name)}」`;
  if (name === 'locate' && unlocated) return '客户没有同意定位';
  if (!commandable.includes(protocol)) return '此型号的协议还不能下发指令';
  if (!speakers[name].includes(protocol)) return `此型号的协议没有「${labelOf('device_command', name)}」`;
  const sayable = params === undefined || supportsCommand(protocol, { command: name, params });
  return sayable ? undefined : '此型号的协议不能下发这些参数';
}

const digits = (number: string) => number.replace(/\D/g, '').replace(/^86(?=1\d{10}$)/, '');

/** Returns the devices for which the number is the customer's, a contact's or the project's hotline. */
async function reaching(tx: Db, ids: readonly string[], number: string): Promise<Set<string>> {
  const same = (column: string) => sql`regexp_replace(${sql.ref(column)}, '[^0-9]', '', 'g') = ${digits(number)}`;
  const rows = await tx.rows(sql<{ id: string }>`
    select e.id::text from equipment e join project p on p.id = e.project_id where e.id = any(${bigints(ids)}) and (${same('p.hotline')}
      or exists (select 1 from customer k where k.id = e.customer_id and (${same('k.mobile')} or ${same('k.phone')}))
      or exists (select 1 from customer_contact k where k.customer_id = e.customer_id and k.deleted_at is null and (${same('k.mobile')} or ${same('k.phone')})))`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Returns the reason per device why the viewer cannot send the command. A call by the device allows listening: other
 * numbers than those of customer, contacts and project require the edit permission.
 */
async function refusals(tx: Db, viewer: Viewer, rows: readonly Target[], { command: name, params }: Order) {
  const reasons = new Map(rows.map((problem) => [problem.id, refusal(problem, name, params ?? {})]));
  if (name !== 'call' || hasPermission(viewer, 'equipment:edit')) return reasons;
  const near = await reaching(tx, [...reasons.keys()], String(params?.number));
  for (const [id, reason] of reasons) if (!reason && !near.has(id)) reasons.set(id, foreignNumber);
  return reasons;
}

const foreignNumber = '只能让设备拨打客户本人、联系人或项目热线的号码，其他号码须有编辑设备的权限';

/**
 * Queues the command for each device. A pending command with equal parameters, or without any, is reused; otherwise it
 * replaces a queued older one.
 */
async function queue(tx: Db, viewer: Viewer, ids: readonly string[], order: Order, params: object): Promise<string[]> {
  const { command: name, validMinutes = validFor(name) } = order;
  const waits = sql`c.equipment_id = any(${bigints(ids)}) and c.command = ${name} and c.valid_until > now()`;
  const isBare = Object.keys(commandParams[name].properties).length === 0;
  const sameParams = isBare ? sql`true` : sql`c.params = ${JSON.stringify(params)}::jsonb`;
  const refreshed = await tx.rows(sql<{ id: string; equipmentId: string }>`
    select c.id::text, c.equipment_id::text as "equipmentId" from equipment_command c
    where ${waits} and ${sameParams} and (c.state = 'queued'
      or c.state = 'sent' and c.sent_at > now() - make_interval(secs => ${answerWithin}))`);
  const queuedIds = new Set(refreshed.map(({ equipmentId }) => equipmentId));
  const newIds = ids.filter((id) => !queuedIds.has(id));
  await sql`
    update equipment_command c set state = 'expired', answer = '由新的指令取代'
    where ${waits} and c.state = 'queued' and c.equipment_id = any(${bigints(newIds)})`.execute(tx);
  const inserted = await tx.returning(sql<{ id: string }>`
    insert into equipment_command (equipment_id, command, params, valid_until, created_by)
    select id, ${name}, ${JSON.stringify(params)}::jsonb, now() + make_interval(mins => ${validMinutes}), ${viewer.userId}
    from unnest(${bigints(newIds)}) as e (id) returning id::text`);
  return [...refreshed, ...inserted].map(({ id }) => id);
}

/** Sends a command to a device; an absent device gets it on its return, until the command expires. */
export async function sendCommand(
  viewer: Viewer,
  { id, ...order }: InputOf<Api['sendCommand']>,
): Promise<OutputOf<Api['sendCommand']>> {
  admit(viewer, order.command);
  const row = await command(viewer, async (ctx) => {
    const [target] = await targets(ctx.tx, viewer, [id]);
    if (!target) throw notFound('设备');
    const params = validatedParams(order.command, await withNumbers(ctx.tx, id, order.command, order.params));
    const reason = (await refusals(ctx.tx, viewer, [target], { ...order, params })).get(id);
    if (reason) throw new Problem(409, reason);
    const [commandId = ''] = await queue(ctx.tx, viewer, [id], order, params);
    await emitStates(ctx, [{ id: commandId }]);
    return (await commandRows(ctx.tx, [commandId]))[0];
  });
  wakeSenders();
  return shownTo(viewer)(row as CommandRow);
}

/** Sends 参数下发. Devices that refuse, or are out of scope, are returned with name and reason. */
export async function sendCommands(
  viewer: Viewer,
  { ids, ...order }: InputOf<Api['sendCommands']>,
): Promise<OutputOf<Api['sendCommands']>> {
  admit(viewer, order.command);
  const params = validatedParams(order.command, order.params);
  const answer = await command(viewer, async (ctx) => {
    const rows = await targets(ctx.tx, viewer, ids);
    const reasons = await refusals(ctx.tx, viewer, rows, order);
    const judged = rows.map((problem) => ({ ...problem, reason: reasons.get(problem.id) }));
    const able = judged.filter(({ reason }) => reason === undefined).map(({ id }) => id);
    const queued = able.length > 0 ? await queue(ctx.tx, viewer, able, order, params) : [];
    await emitStates(
      ctx,
      queued.map((id) => ({ id })),
    );
    const missing = ids.filter((id) => !rows.some((problem) => problem.id === id));
    return {
      sent: able.length,
      refused: [
        ...judged.flatMap(({ id, name, reason }) => (reason === undefined ? [] : [{ id, name, reason }])),
        ...missing.map((id) => ({ id, name: id, reason: '设备不存在或不在你的范围' })),
      ],
    };
  });
  wakeSenders();
  return answer;
}

/** Returns the commands that the viewer may send to each device in scope, the most common first. */
export async function getCommandChoice(
  viewer: Viewer,
  { ids }: InputOf<Api['getCommandChoice']>,
): Promise<OutputOf<Api['getCommandChoice']>> {
  const permitted = keysOf(deviceCommands).filter((name) => canSend(viewer, name));
  const rows = await targets(db, viewer, ids);
  const [only] = ids.length === 1 && permitted.includes('contacts') ? rows : [];
  const contacts = only ? await callees(db, only.id) : [];
  const number = (phone: string) => (hasPermission(viewer, 'pii:reveal') ? phone : (maskPhone(phone) ?? ''));
  return rows.map((problem) => {
    const commands = permitted.filter((name) => refusal(problem, name) === undefined);
    return {
      contacts: contacts.map(({ phone, ...contact }) => ({ ...contact, phone: number(phone) })),
      id: problem.id,
      name: problem.name,
      sn: problem.sn,
      online: problem.online === true,
      commands,
      words: Object.fromEntries(commands.map((name) => [name, wireName(problem.protocol, name) ?? ''])),
    };
  });
}

/** Returns commands to devices in scope, newest first. */
export async function getCommandList(
  viewer: Viewer,
  input: InputOf<Api['getCommandList']>,
): Promise<Paged<OutputOf<Api['getCommandList']>>> {
  const where = and(
    sql`c.equipment_id = equipment.id`,
    oneOf(sql`c.state`, input.state),
    equals('equipment.id', input.equipmentId),
  );
  const { limit, offset, order } = pageOf(input, { createdAt: sql`c.created_at` }, sql`c.id desc`);
  const from = sql`equipment_command c, ${scoped(viewer, 'equipment')} where ${where}`;
  const [rows, count] = await Promise.all([
    db.rows(sql<CommandRow>`select ${commandColumns} from ${from} order by ${order} limit ${limit} offset ${offset}`),
    countOf(sql`select 1 from ${from}`),
  ]);
  return { rows: rows.map(shownTo(viewer)), count };
}
