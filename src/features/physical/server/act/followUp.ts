import { isOver } from '#features/customer/server/service.ts';
import { addExaminationFollowUp, examinationFollowUp } from '#features/followUp/server/service.ts';
import { followUpDays, followUpWords, type physicalApi } from '#features/physical/contract.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { stale } from '#server/feature/stale.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { dayAfter } from '#shared/rule/calendar.ts';
import { type Opened, openPhysical } from './record.ts';

type Api = (typeof physicalApi)['addPhysicalFollowUp'];

/** Throws 400 for a day that is past in the customer's zone, or too far ahead. */
function requireDue(today: string, due: string): void {
  if (due < today) throw invalidField('due', '回访日期不能早于今天', 'range');
  if (due > dayAfter(today, followUpDays)) throw invalidField('due', `回访日期须在${followUpDays}天内`, 'range');
}

/** Throws 409 for an examination that generates none: a draft, a voided one, one of a person whose service is over. */
function requireFollowed({ physical, customer }: Opened): void {
  if (physical.status === 'draft') throw new Problem(409, '草稿请先提交，再生成随访');
  if (physical.status === 'void') throw new Problem(409, '已作废的体检不能生成随访');
  if (isOver(customer.serviceState))
    throw new Problem(409, `该客户的服务状态是「${labelOf('service_state', customer.serviceState)}」，不再生成随访`);
}

/** Throws 409 with the follow-up of this examination that is still to be made. */
async function requireNoneOpen(tx: Db, physicalId: string): Promise<void> {
  const last = await examinationFollowUp(physicalId, tx);
  if (!last || last.state === 'done') return;
  const { id, due, day } = last;
  throw new Problem(409, `这份体检已有随访，定在 ${day}，还没有完成`, { id, due });
}

/** Generates the follow-up of a submitted or reviewed examination, for the desk to call the person that day. */
export async function addPhysicalFollowUp(
  viewer: Viewer,
  { id, version, request, due }: InputOf<Api>,
): Promise<OutputOf<Api>> {
  const words = request.trim();
  if (words.length < followUpWords.min) throw invalidField('request', followUpWords.msg);
  return command(viewer, async ({ tx }) => {
    const opened = await openPhysical(tx, viewer, id);
    const { physical, customer } = opened;
    requireFollowed(opened);
    if (version !== undefined && version !== physical.version) throw await stale(tx, 'physical', id, version, physical);
    requireDue(customer.today, due);
    await requireNoneOpen(tx, id);
    return addExaminationFollowUp(tx, viewer, { physicalId: id, customer, words, day: due });
  });
}
