import { emergencyListApi } from '#features/emergencyList/contract.ts';
import { authorizationCases, scopeFree, shows } from '#server/testing/authorization.ts';

/** Puts the customer at the highest risk, so that a truncated list still contains them. */
const inEmergencyList = <E>() =>
  shows<E>('customer', (() => ({})) as never, {
    ready: ({ id }, { app }) =>
      app.sql(
        "update customer set service_state = 'active', living_state = 'alone', ability_level = 4, birth_date = make_date(1900, 1, 1) - $1::int where id = $1",
        [id],
      ),
  });

/** Scope of the emergency list. */
export default authorizationCases(emergencyListApi, {
  takeEmergencyList: scopeFree('the list of getEmergencyList as a file of the caller’s own: emergencyList.test.ts'),
  getEmergencyList: { checks: [inEmergencyList()] },
  cacheEmergencyList: { checks: [inEmergencyList()] },
});
