import { sql } from 'kysely';
import { profileOf } from '#devices/profile.ts';
import { frameReader, type ReadFrame } from '#features/equipmentLog/server/service.ts';
import { messageProfiles } from '#features/model/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { withPartitions } from '#server/db/partitions.ts';
import { scoped } from '#server/db/scoped.ts';
import { JobCancelled, type JobKind, type RunningJob } from '#server/jobs/jobs.ts';
import { redecodeDevice } from './redecode.ts';

/** Day in ms. */
const day = 86_400_000;

/** Input of the call. */
interface Input {
  protocol: string;
  /** Code of a model. */
  model: string | null;
  /** Only this device; absent in jobs of older releases. */
  equipmentId?: string | null;
  /** ISO instants of UTC midnights, `to` exclusive. */
  from: string;
  to: string;
}

interface Device {
  id: string;
  sn: string;
  modelId: string;
  profile: unknown;
  events: unknown;
  kind: string;
  protocol: string;
}

/** Returns the devices in scope with this protocol; a push source may send for devices of any protocol. */
async function devicesOf(viewer: Viewer, { protocol, model, equipmentId = null }: Input): Promise<Device[]> {
  return db.rows(sql<Device>`
    select equipment.id::text, equipment.sn, m.id::text as "modelId", m.profile, m.events, m.kind, m.protocol from ${scoped(viewer, 'equipment')} join model m on m.id = equipment.model_id
    where (m.protocol = ${protocol} or ${protocol.includes(':')}) and (${model}::text is null or m.code = ${model})
      and (${equipmentId}::bigint is null or equipment.id = ${equipmentId})
    order by equipment.id`);
}

/** Returns a function that opens each reader once per protocol and model. */
function readersOf(device: Device, shared: Map<string, Promise<ReadFrame | null>>) {
  return (protocol: string) => {
    const key = `${protocol} ${device.modelId}`;
    const reader = shared.get(key) ?? frameReader(protocol, profileOf(device));
    shared.set(key, reader);
    return reader;
  };
}

async function run({ input, viewer, progress: step }: RunningJob) {
  const filters = input as unknown as Input;
  const span = { from: Date.parse(filters.from), to: Date.parse(filters.to) };
  const devices = await devicesOf(viewer, filters);
  const models = await messageProfiles();
  const total = devices.length * Math.round((span.to - span.from) / day);
  const readers = new Map<string, Promise<ReadFrame | null>>();
  const all = { days: 0, left: 0 };
  let passed = 0;
  const summary = () =>
    `${devices.length} 台设备，重新解析 ${all.days} 个设备日${all.left > 0 ? `，${all.left} 个原文缺失，保持原样` : ''}`;
  await step(0, total);
  try {
    for (const device of devices) {
      const done = await withPartitions(() =>
        redecodeDevice(
          { ...device, bounds: models.get(device.modelId)?.bounds },
          span,
          readersOf(device, readers),
          async () => {
            passed += 1;
            await step(Math.min(passed, total), total);
          },
        ),
      );
      all.days += done.days;
      all.left += done.left;
    }
  } catch (error) {
    if (error instanceof JobCancelled) throw new JobCancelled(`已取消；已完成的保留：${summary()}`);
    throw error;
  }
  return { message: `${summary()}。告警与设备现状不变`, result: { ...all, devices: devices.length } };
}

/** Job that can restart: it writes its results again, and nothing else. */
const redecodeJob: JobKind = { kind: 'redecode', restartable: true, run };

export default [redecodeJob];
