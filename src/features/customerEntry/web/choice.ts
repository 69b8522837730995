import { useQuery } from '@tanstack/react-query';
import { customerApi } from '#features/customer/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { callApi } from '#web/api/request.ts';

export type Choice = OutputOf<typeof customerApi.getCustomerChoice>;

/** Value until the server has answered. */
export const noChoice: Choice = { departments: [], projects: [], staff: [], defaults: [], communities: [] };

/** Returns departments, projects and users within the scope that a customer can be assigned to. */
export function useCustomerChoice(): Choice {
  const { data = noChoice } = useQuery({
    queryKey: [customerApi.getCustomerChoice.path, {}],
    queryFn: ({ signal }) => callApi(customerApi.getCustomerChoice, {}, { signal }),
  });
  return data;
}
