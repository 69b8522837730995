import { contactOf } from '#features/customer/server/service.ts';
import { makeCaseLink } from '#features/escalation/server/service.ts';
import { requireWarn } from '#features/warn/server/service.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import type { caseLinkApi } from '#shared/contract/caseLink.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';

type Api = typeof caseLinkApi;
type Input = InputOf<Api['addCaseLink']>;

/**
 * Returns the recipient of the link: a contact of the customer, or the responder of a dispatch. 400 unless it is
 * exactly one.
 */
async function addressee(tx: Db, { warnId, contactId, dispatchId }: Input, customerId: string | null) {
  if ((contactId === undefined) === (dispatchId === undefined))
    throw invalidField('contactId', '请选择联系人或派单中的一个', 'required');
  if (contactId !== undefined) {
    const contact = await contactOf(tx, contactId, customerId);
    if (!contact) throw invalidField('contactId', '没有这个联系人');
    return { kind: 'contact' as const, id: contactId, name: contact.name };
  }
  const sent = await tx
    .selectFrom('warnDispatch')
    .select(['id', 'name'])
    .where('warnId', '=', warnId)
    .where('id', '=', dispatchId ?? '0')
    .where('state', 'not in', ['done', 'cancelled'])
    .executeTakeFirst();
  if (!sent) throw invalidField('dispatchId', '没有这个派单，或已经结束');
  return { kind: 'responder' as const, id: sent.id, name: sent.name };
}

/**
 * Adds a link for a contact or a dispatch of an open alarm. 404 outside the viewer's scope, 409 when the alarm has
 * ended or has too many links.
 */
export async function addCaseLink(viewer: Viewer, input: Input): Promise<OutputOf<Api['addCaseLink']>> {
  return command(viewer, async ({ tx }) => {
    const row = await requireWarn(viewer, input.warnId, tx);
    if (row.status !== 'pending' && row.status !== 'handling') throw new Problem(409, '告警已结束，不能再发应答链接');
    const to = await addressee(tx, input, row.customerId);
    const link = await makeCaseLink(tx, row.id, to, viewer);
    if (!link) throw new Problem(409, '这条告警的应答链接太多了，请电话联系');
    return link;
  });
}
