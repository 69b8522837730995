import { sql } from 'kysely';
import { encodeWatch } from '#devices/watch/frame.ts';
import type { Db } from '#server/db/db.ts';
import { bigints, texts } from '#server/db/values.ts';
import { levelAt, type PopulatedDevice } from './populatedDevice.ts';

/** Share of devices with history and messages: one in so many. */
const oneIn = 20;
const hour = 3_600_000;
/** Distance and age of levels, ms. */
const levels = { every: 6 * hour, back: 28 * 24 * hour };
/** Distance and age of messages, ms. */
const messages = { every: hour, back: 24 * hour };

const signalAt = (instant: number, signal: number) =>
  Math.max(1, Math.min(100, signal + (Math.floor(instant / hour) % 23) - 11));

/** Returns `231126,064512`: date and time of a position frame, UTC. */
function watchTime(instant: number): string {
  const [year = '', month, day, h, m, s] = new Date(instant).toISOString().slice(2, 19).split(/\D/);
  return `${day}${month}${year},${h}${m}${s}`;
}

/** Returns the message of a device at an instant: kind, and bytes in hex. */
function messageAt(device: PopulatedDevice, instant: number, battery: number | null): { kind: string; body: string } {
  const turn = Math.floor(instant / hour);
  const signal = signalAt(instant, device.signal ?? 60);
  if (device.protocol === 'mqtt') {
    const bytes = Buffer.from(JSON.stringify({ ts: instant, ...(battery === null ? {} : { battery }), signal }));
    return { kind: 'heartbeat', body: bytes.toString('hex') };
  }
  const place = `${(28.93 + (turn % 17) / 10_000).toFixed(6)},N,${(118.88 + (turn % 13) / 10_000).toFixed(6)},E`;
  const [kind = '', content = ''] = [
    ['heartbeat', `LK,${(turn % 24) * 310},0,${battery}`],
    [
      'position',
      `UD,${watchTime(instant)},A,${place},0,0,10,8,${signal},${battery},${(turn % 24) * 310},0,00000000,0,0`,
    ],
    ['reading', `heart,${64 + (turn % 19)}`],
  ][turn % 3] ?? ['', ''];
  return { kind, body: encodeWatch('3G', device.identifier, content).toString('hex') };
}

/** Yields instants backwards from the last report. */
function* backFrom(seenAt: number, { every, back }: { every: number; back: number }): Generator<number> {
  for (let instant = seenAt; instant > seenAt - back; instant -= every) yield instant;
}

/** Adds battery, signal and messages for some of these existing devices. */
export async function addHistory(tx: Db, devices: readonly PopulatedDevice[], now: number): Promise<void> {
  const recorded = devices.filter((device) => device.seen !== null && Number(device.sn.slice(2)) % oneIn === 5);
  const readings: { sn: string; metric: string; at: number; value: number }[] = [];
  const raws: { sn: string; at: number; protocol: string; kind: string; body: string }[] = [];
  for (const device of recorded) {
    const { sn, protocol, charged, lasts, signal } = device;
    const seenAt = device.seen ?? now;
    const battery = (instant: number) =>
      charged === null || lasts === null ? null : levelAt(instant, { charged, lasts });
    for (const at of backFrom(seenAt, levels)) {
      const level = battery(at);
      if (level !== null) readings.push({ sn, metric: 'battery', at, value: level });
      readings.push({ sn, metric: 'signal', at, value: signalAt(at, signal ?? 60) });
    }
    if (device.online)
      for (const at of backFrom(seenAt, messages))
        raws.push({ sn, at, protocol, ...messageAt(device, at, battery(at)) });
  }
  await sql`
    insert into reading (device_id, metric, at, value, project_id)
    select e.id, r.metric, to_timestamp(r.at::float8 / 1000), r.value::float8, e.project_id
    from unnest(${texts(readings.map((row) => row.sn))}::text[], ${texts(readings.map((row) => row.metric))}::text[],
      ${bigints(readings.map((row) => String(row.at)))}::bigint[], ${texts(readings.map((row) => String(row.value)))}::text[]) as r (sn, metric, at, value)
    join equipment e on e.sn = r.sn and e.deleted_at is null on conflict do nothing`.execute(tx);
  await sql`
    insert into raw_message (device_id, key, received_at, device_time, project_id, protocol, kind, body)
    select e.id, r.at, to_timestamp(r.at::float8 / 1000), to_timestamp(r.at::float8 / 1000) - interval '1 second', e.project_id, r.protocol, r.kind, decode(r.body, 'hex')
    from unnest(${texts(raws.map((row) => row.sn))}::text[], ${bigints(raws.map((row) => String(row.at)))}::bigint[], ${texts(raws.map((row) => row.protocol))}::text[],
      ${texts(raws.map((row) => row.kind))}::text[], ${texts(raws.map((row) => row.body))}::text[]) as r (sn, at, protocol, kind, body)
    join equipment e on e.sn = r.sn and e.deleted_at is null on conflict do nothing`.execute(tx);
}
