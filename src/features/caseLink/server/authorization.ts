import { warnApi } from '#features/warn/contract.ts';
import { authorizationCases, names, type RecordKind, scopeFree } from '#server/testing/authorization.ts';
import { aCustomer } from '#server/testing/rows.ts';
import { caseLinkApi } from '#shared/contract/caseLink.ts';

const contact = { name: '陈敏', relation: 'daughter', mobile: '13900004402', order: 1, isEmergency: true };

/** Open alarm of a customer with a contact. */
const openCase: RecordKind = {
  table: 'warn',
  ownedBy: 'entered',
  async make(app, place) {
    const customerId = await aCustomer(app, { ...place, contacts: [contact] });
    const facts = { type: 'sos' as const, level: 1 as const, occurredAt: new Date().toISOString(), note: '来电求助' };
    const { id } = await app.call(warnApi.addWarn, { ...facts, customerId }, app.admin);
    return { id, mark: customerId };
  },
};

const byLink = scopeFree('public: whoever has the link answers the one case that it is of: caseLink.test.ts');

/** Scope cases of the link endpoints: the scope of the alarm. */
export default authorizationCases(
  caseLinkApi,
  {
    addCaseLink: {
      checks: [
        names('openCase', async ({ id, mark }, { app }) => {
          const [contactRow] = await app.sql<{ id: string }>(
            'select id::text from customer_contact where customer_id::text = $1 limit 1',
            [mark],
          );
          return { warnId: id, contactId: contactRow?.id ?? '1' };
        }),
      ],
      alsoFree: {
        contactId: 'one of the person whose alarm it is, else it is refused: caseLink.test.ts',
        dispatchId: 'one of that alarm, else it is refused: caseLink.test.ts',
      },
    },
    getCase: byLink,
    answerCase: byLink,
    reportArrival: byLink,
    reportPosition: byLink,
  },
  { openCase },
  {
    'POST /open/voice/:channel': scopeFree(
      'a gateway tells of calls of its own channel, signed with the secret of that channel: voice.test.ts',
    ),
  },
);
