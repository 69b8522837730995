import { sql } from 'kysely';
import { takeIn } from '#features/gateway/server/service.ts';
import { log } from '#server/core/log.ts';
import { system } from '#server/core/viewer.ts';
import { onPool } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import type { DeviceLogin } from '#server/ingest/gateway/deviceLogin.ts';
import type { ChildrenReport, PayloadStore } from '#server/ingest/gateway/payload.ts';

/** Longest text, and bytes of what a child exposes, that are stored. */
const maxText = 200;
const maxExposes = 65_536;

type Child = ChildrenReport['children'][number];

/** Returns a child as a row; texts that do not fit are cut. */
function rowOf({ number, wireName, vendor, model, kind, power, signal, reported, exposes, isGone }: Child) {
  // A cut may leave half a character, which PostgreSQL refuses.
  const cut = (text: string | undefined, most = maxText) => text?.slice(0, most).toWellFormed() ?? null;
  const exposed = exposes === undefined ? null : JSON.stringify(exposes);
  return {
    number: number.slice(0, 255).toWellFormed(),
    ...{
      wire_name: cut(wireName, 255),
      vendor: cut(vendor),
      model: cut(model),
      kind: cut(kind),
      power: cut(power),
    },
    signal: signal === undefined || !Number.isFinite(signal) ? null : Math.round(Math.min(100, Math.max(0, signal))),
    reported: reported ?? null,
    exposes: exposed !== null && exposed.length <= maxExposes ? exposed : null,
    gone: isGone === true,
  };
}

/**
 * Stores what a gateway says of its children, at most as many as it may have. What it does not say stays; a child that
 * has left is forgotten unless it is registered, which its own row says.
 */
async function store(
  { id }: Pick<DeviceLogin, 'id'>,
  { children, isWholeList, software }: ChildrenReport,
): Promise<void> {
  const rows = [...new Map(children.map((child) => [child.number, rowOf(child)])).values()].sort((a, b) =>
    a.number < b.number ? -1 : 1,
  );
  await command(system('gateway'), async ({ tx }) => {
    // Two reports of one gateway follow each other.
    const gateway = await tx.row(sql<{ most: number }>`
      select child_limit as most from gateway where id = ${id} for update`);
    if (!gateway) return;
    if (software !== null)
      await sql`
        insert into gateway_link (gateway_id, software) values (${id}, ${software.slice(0, maxText)})
        on conflict (gateway_id) do update set software = excluded.software`.execute(tx);
    const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (number text, wire_name text, vendor text, model text, kind text, power text,
      signal int, reported text, exposes text, gone boolean)`;
    const leaves = sql`c.gateway_id = ${id} and (c.number in (select n.number from ${given} where n.gone)
      or ${isWholeList} and c.number not in (select n.number from ${given} where not n.gone))`;
    await sql`delete from gateway_child c where ${leaves}`.execute(tx);
    await sql`
      insert into gateway_child (gateway_id, number, wire_name, vendor, model, kind, power, signal, reported, exposes)
      select ${id}, n.number, n.wire_name, n.vendor, n.model, n.kind, n.power, n.signal, n.reported, n.exposes::jsonb
      from (
        select n.*, c.number is not null as is_there, row_number() over (partition by c.number is null order by n.number) as place
        from ${given} left join gateway_child c on c.gateway_id = ${id} and c.number = n.number where not n.gone) n
      where n.is_there or n.place + (select count(*) from gateway_child c where c.gateway_id = ${id}) <= ${gateway.most} * 2
      on conflict (gateway_id, number) do update set wire_name = coalesce(excluded.wire_name, gateway_child.wire_name), vendor = coalesce(excluded.vendor, gateway_child.vendor),
        model = coalesce(excluded.model, gateway_child.model), kind = coalesce(excluded.kind, gateway_child.kind), power = coalesce(excluded.power, gateway_child.power),
        signal = coalesce(excluded.signal, gateway_child.signal), reported = coalesce(excluded.reported, gateway_child.reported),
        exposes = coalesce(excluded.exposes, gateway_child.exposes), at = now()`.execute(tx);
  });
}

/** Stores what a gateway says of its children, and registers those that it may register by itself. */
export const reportChildren: PayloadStore['reportChildren'] = (login, report) =>
  onPool('direct', async () => {
    await store(login, report);
    const numbers = report.children.filter(({ isGone }) => !isGone).map(({ number }) => number);
    // Why one is not registered stands in its row; the message is stored in any case.
    await takeIn(login.id, numbers).catch((error: unknown) => log.error({ err: error }, 'children not registered'));
  });
