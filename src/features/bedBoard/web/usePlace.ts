import { useFirstBedDepartment } from '#features/bed/web/service.ts';
import { customerApi } from '#features/customer/contract.ts';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { flatten } from '#web/tree/treeNodes.ts';

/** Returns the departments in scope, and the chosen one, else the first with beds; undefined until known. */
export function usePlace() {
  const requested = useScreen().query.get('departmentId');
  const choice = useCall(customerApi.getCustomerChoice, {}, { first: true });
  const first = useFirstBedDepartment(requested !== null);
  const places = flatten(choice.data?.departments ?? []);
  const isReady = requested !== null || first !== undefined;
  const place = places.find(({ id }) => id === (requested ?? first)) ?? (isReady ? places[0] : undefined);
  return { choice, places, place };
}
