import { requireSeen } from '#features/equipment/server/service.ts';
import { protocolLabel } from '#features/model/contract.ts';
import { modelByCode } from '#features/model/server/service.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import { startJob, wakeJobs } from '#server/jobs/jobs.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { logApi } from '../contract.ts';
import { frameReader } from './frameReader.ts';

/** Day in ms. */
const day = 86_400_000;
/** Maximum days per job. */
const maxDays = 31;

/** Returns the first day with all raw messages, as ms. */
async function oldestStored(): Promise<number> {
  const row = await db
    .selectFrom('partitionSetting')
    .select('keepDays as days')
    .where('tableName', '=', 'raw_message')
    .executeTakeFirst();
  return Math.floor(Date.now() / day) * day - (row?.days ?? 0) * day;
}

/**
 * Starts the job that decodes stored messages again, in whole days of UTC; 400 if their bytes are deleted, 404 for a
 * device out of scope.
 */
export async function redecodeLog(
  viewer: Viewer,
  input: InputOf<typeof logApi.redecodeLog>,
): Promise<OutputOf<typeof logApi.redecodeLog>> {
  const from = Math.floor(Date.parse(input.from) / day) * day;
  const to = Math.floor(Date.parse(input.to) / day) * day + day;
  if (to <= from) throw invalidField('to', '结束时间不能早于开始时间', 'order');
  if (to - from > maxDays * day) throw invalidField('to', `一次最多重新解析${maxDays}天`);
  if (from < (await oldestStored())) throw invalidField('from', '这一天的原文已过保留期，不能重新解析');
  if (!(await frameReader(input.protocol))) throw invalidField('protocol', '不支持这种协议，或没有这个推送来源');
  const model = input.model ? await modelByCode(input.model) : undefined;
  if (model === null) throw invalidField('model', '没有这个型号');
  if (input.equipmentId !== undefined) await requireSeen(viewer, input.equipmentId);
  const jobId = await command(viewer, ({ tx }) =>
    startJob(tx, viewer, {
      kind: 'redecode',
      title: `重新解析 ${model?.name ?? protocolLabel(input.protocol)}`,
      input: {
        protocol: input.protocol,
        model: input.model ?? null,
        equipmentId: input.equipmentId ?? null,
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
      },
    }),
  );
  wakeJobs();
  return { jobId };
}
