import { useQuery } from '@tanstack/react-query';
import { customerApi } from '#features/customer/contract.ts';
import { callListApi } from '#web/api/request.ts';

/** Returns the names of people by id; of those out of the viewer's scope none. */
export function useNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: [customerApi.getCustomerList.path, 'rule', ids],
    queryFn: async ({ signal }) => {
      const { rows } = await callListApi(customerApi.getCustomerList, { ids: [...ids], limit: 200 }, { signal });
      return new Map(rows.map(({ id, name }) => [id, name]));
    },
    enabled: ids.length > 0,
  });
  return data ?? new Map();
}
