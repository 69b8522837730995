import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { type Demo, demoOnce, inOneChange } from '#server/feature/seeds.ts';
import { defaultLevel } from '#shared/codes.ts';
import { raise } from '../engine.ts';
import { claimUntil } from '../read/response.ts';
import { encryptFacts } from '../record/closingRecord.ts';
import { updateWarn } from '../updateWarn.ts';
import { type DemoAlarm, demoAlarms } from './demoPlan.ts';
import { closingNote, type DemoContact, type DemoStation, timelineOf, wasSent } from './demoTimeline.ts';

interface Subject {
  name: string;
  customer_id: string;
  equipment_id: string;
  sn: string;
  model: DemoAlarm['model'];
  phone: string | null;
  address: string | null;
  department_id: string;
  project_id: string;
  lat: number;
  lng: number;
  contact: DemoContact | null;
  /** Nearest station. */
  station: DemoStation;
}

interface Cast {
  subjects: Map<string, Subject>;
  /** Account to id. */
  users: Map<string, string>;
  leaders: { id: string; name: string }[];
}

async function castOf(tx: Db): Promise<Cast> {
  const subjects = await tx.rows(sql<Subject>`
    select c.name, c.id::text as customer_id, e.id::text as equipment_id, e.sn, m.code as model, coalesce(c.mobile, c.phone) as phone, c.address,
      c.department_id::text, c.project_id::text, c.lat, c.lng,
      (select jsonb_build_object('id', k.id::text, 'name', k.name, 'relation', k.relation, 'phone', coalesce(k.mobile, k.phone))
        from customer_contact k where k.customer_id = c.id order by k."order" limit 1) as contact,
      (select jsonb_build_object('name', d.name, 'phone', d.phone) from department d where d.demo and d.type = 'station'
        order by (d.lat - c.lat) ^ 2 + ((d.lng - c.lng) * cos(radians(c.lat))) ^ 2 limit 1) as station
    from customer c join equipment e on e.customer_id = c.id join model m on m.id = e.model_id where c.demo and e.demo`);
  const users = await tx.rows(sql<{ account: string; id: string; name: string; leader: boolean }>`
    select u.account, u.id::text, u.name, exists (select 1 from user_role ur join role r on r.id = ur.role_id and r.key = 'leader' where ur.user_id = u.id) as leader
    from "user" u where u.demo`);
  return {
    subjects: new Map(subjects.map((row) => [`${row.name} ${row.model}`, row])),
    users: new Map(users.map(({ account, id }) => [account, id])),
    leaders: users.filter(({ leader }) => leader),
  };
}

/** Raises a past warn with the engine, without notifications. */
async function raiseOne(ctx: CommandContext, alarm: DemoAlarm, subject: Subject, receivedAt: string): Promise<string> {
  const occurredAt = new Date(Date.parse(receivedAt) - 2000).toISOString();
  const place = { lat: subject.lat, lng: subject.lng, accuracy: 15, source: 'gnss', at: occurredAt };
  const [raised] = await raise({ ...ctx, emit: () => undefined }, [
    {
      subject: `c:${subject.customer_id}`,
      type: alarm.type,
      level: defaultLevel[alarm.type],
      family: 'sos',
      customerId: subject.customer_id,
      equipmentId: subject.equipment_id,
      equipmentSn: subject.sn,
      phone: subject.phone,
      address: subject.address,
      departmentId: subject.department_id,
      projectId: subject.project_id,
      occurredAt,
      receivedAt,
      late: false,
      silent: false,
      position: alarm.model === 'KT-W8' ? place : null,
      note: null,
      createdBy: null,
      vendorCode: null,
      demo: true,
    },
  ]);
  return raised?.id ?? '';
}

async function closeOne(
  { tx }: CommandContext,
  alarm: DemoAlarm,
  subject: Subject,
  cast: Cast,
  id: string,
): Promise<void> {
  const userId = cast.users.get(alarm.account) ?? null;
  const at = (seconds: number) => sql`(received_at + make_interval(secs => ${seconds}))`;
  const end = alarm.response + alarm.handling;
  const sent = wasSent(alarm);
  const familyTold = !alarm.falseReason && subject.contact !== null;
  await tx.deleteFrom('warnTimer').where('warnId', '=', id).execute();
  await sql`
    update warn set created_at = received_at, shown_at = received_at, status = ${alarm.falseReason ? 'false' : 'done'}, handler_id = ${userId}, claimed_at = ${at(alarm.response)}, first_claimed_at = ${at(alarm.response)},
      called_at = ${at(alarm.response + 12)}, reached_at = ${at(alarm.response + (familyTold ? 95 : 12))}, family_told_at = ${familyTold ? at(alarm.response + 95) : null},
      family_told = ${familyTold}, dispatched_at = ${sent ? at(alarm.response + 130) : null},
      arrived_at = ${sent ? at(alarm.response + 130 + Math.round((alarm.handling - 130) * 0.5)) : null},
      finished_at = ${at(end)}, last_step_at = ${at(end)}, updated_at = ${at(end)}, updated_by = ${userId}, version = 5,
      escalation = ${alarm.response > 60 ? 1 : 0}, overdue = ${at(alarm.response)} >= ${claimUntil}, result = ${alarm.result}, false_reason = ${alarm.falseReason},
      confirmed_by = ${alarm.falseReason ? 'elder' : null}, close_note = ${closingNote(alarm)},
      follow_up_at = ${alarm.followUp === null ? null : at(end + alarm.followUp * 3600)}
    where id = ${id}`.execute(tx);
  let dispatchId = '';
  if (sent) {
    const sentAt = (seconds: number) => sql`w.received_at + make_interval(secs => ${seconds})`;
    const [row] = await tx.returning(sql<{ id: string }>`
      insert into warn_dispatch (warn_id, name, phone, kind, state, sent_at, arrived_at, updated_at, updated_by)
      select w.id, ${subject.station.name}, ${subject.station.phone}, 'station', 'done', w.dispatched_at, w.arrived_at, ${sentAt(end - 40)}, ${userId}
      from warn w where w.id = ${id} returning id::text`);
    dispatchId = row?.id ?? '';
  }
  const steps = timelineOf(alarm, {
    phone: subject.phone,
    contact: subject.contact,
    dispatchId,
    station: subject.station,
    leaders: cast.leaders,
  });
  await sql`update warn_step s set at = w.received_at from warn w where s.warn_id = ${id} and w.id = s.warn_id`.execute(
    tx,
  );
  await sql`
    insert into warn_step (warn_id, kind, at, user_id, note, data)
    select w.id, s.kind, w.received_at + make_interval(secs => s.after), case when s."byPerson" then ${userId}::bigint end, s.note, s.data
    from warn w, jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as s (kind text, after double precision, "byPerson" boolean, note text, data jsonb)
    where w.id = ${id}`.execute(tx);
}

/** Sets the last contact of the devices to the time of their press. */
async function markHeard(tx: Db): Promise<void> {
  const batteries = demoAlarms.map(({ name, model, battery }) => ({ name, model, battery }));
  await sql`
    with heard as (
      select distinct on (w.equipment_id) w.equipment_id, w.received_at as at, w.lat, w.lng, m.offline_seconds, b.battery
      from warn w join equipment e on e.id = w.equipment_id join model m on m.id = e.model_id join customer c on c.id = w.customer_id
      join jsonb_to_recordset(${JSON.stringify(batteries)}::jsonb) as b (name text, model text, battery int) on b.name = c.name and b.model = m.code
      where w.demo order by w.equipment_id, w.received_at desc)
    update device_state s set last_seen_at = h.at, last_data_at = h.at, battery = h.battery, lat = h.lat, lng = h.lng,
      accuracy = case when h.lat is not null then 15 end, position_source = case when h.lat is not null then 'gnss' end, position_at = case when h.lat is not null then h.at end,
      online = h.at > now() - make_interval(secs => h.offline_seconds),
      offline_since = case when h.at > now() - make_interval(secs => h.offline_seconds) then null else h.at end
    from heard h where s.device_id = h.equipment_id`.execute(tx);
}

/** Stores the facts of closed warns, as closing does. */
async function saveFacts(tx: Db): Promise<void> {
  const rows = await tx.selectFrom('warn').selectAll().where('demo', '=', true).execute();
  for (const row of rows) await updateWarn({ tx, row }, { recordCipher: await encryptFacts(tx, row) });
}

async function addAlarms(ctx: CommandContext): Promise<void> {
  const cast = await castOf(ctx.tx);
  const start = Date.now();
  for (const alarm of demoAlarms) {
    const subject = cast.subjects.get(`${alarm.name} ${alarm.model}`);
    if (!subject) continue;
    const receivedAt = new Date(start - alarm.hoursAgo * 3_600_000).toISOString();
    const id = await raiseOne(ctx, alarm, subject, receivedAt);
    await closeOne(ctx, alarm, subject, cast, id);
  }
  await markHeard(ctx.tx);
  await saveFacts(ctx.tx);
}

const demo: Demo = {
  order: 150,
  run: () => demoOnce('warn', addAlarms),
  remove: () =>
    inOneChange(async ({ tx }) => {
      await sql`update warn set offered_to = null where offered_to in (select id from "user" where demo)`.execute(tx);
      // Warns of demo customers or devices are demo data, whichever user entered them.
      const demoWarns = sql`(select w.id from warn w left join customer c on c.id = w.customer_id left join equipment e on e.id = w.equipment_id where w.demo or c.demo or e.demo)`;
      await sql`update warn set linked_warn_id = null where linked_warn_id in ${demoWarns}`.execute(tx);
      for (const table of ['warn_timer', 'warn_step', 'warn_dispatch'])
        await sql`delete from ${sql.table(table)} where warn_id in ${demoWarns}`.execute(tx);
      await sql`
        delete from drill where department_id in (select id from department where demo)
          or equipment_ids && array(select id from equipment where demo)`.execute(tx);
      await sql`delete from event where topic = 'warn' and (body ->> 'id')::bigint in ${demoWarns}`.execute(tx);
      await sql`delete from warn where id in ${demoWarns}`.execute(tx);
      return [];
    }),
};
export default demo;
