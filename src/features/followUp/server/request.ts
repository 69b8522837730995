import type { followUpApi } from '#features/followUp/contract.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { scoped } from '#server/db/scoped.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { validateAhead } from './dueTime.ts';

type Api = typeof followUpApi;

/** Adds a customer's request, assigned to the viewer, who calls again and closes it. 400 outside the viewer's scope. */
export async function addRequest(
  viewer: Viewer,
  { customerId, requestType, request, provider, due }: InputOf<Api['addRequest']>,
): Promise<OutputOf<Api['addRequest']>> {
  validateAhead('due', '回访时间', due);
  if (request.trim().length < 5) throw invalidField('request', '诉求内容为5至500个字');
  if (requestType === 'referral' && !provider?.trim()) throw invalidField('provider', '请填写转介给谁', 'required');
  return command(viewer, async ({ tx }) => {
    const customer = await tx
      .selectFrom(scoped(viewer, 'customer'))
      .select(['customer.id', 'customer.demo'])
      .where('customer.id', '=', customerId)
      .executeTakeFirst();
    if (!customer) throw invalidField('customerId', '客户不存在或不在你的范围', 'scope');
    return tx
      .insertInto('followUp')
      .values({
        ...{ kind: 'request', customerId, requestType, request: request.trim() },
        provider: requestType === 'referral' ? (provider?.trim() ?? null) : null,
        ...{ assigneeId: viewer.userId, dueAt: due, demo: customer.demo, createdBy: viewer.userId },
      })
      .returning(['id', 'dueAt as due'])
      .executeTakeFirstOrThrow();
  });
}
