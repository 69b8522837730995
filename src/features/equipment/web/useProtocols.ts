import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { protocolLabel } from '#features/model/contract.ts';
import { pushApi } from '#features/push/contract.ts';
import { callListApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';

const ports = ['watch', 'jt808', 'gt06', 'h02', 'ev07b', 'mqtt', 'z2m', 'lorawan', 'thingsboard', 'scaip'].map(
  (value) => ({ value, label: protocolLabel(value) }),
);

/** Returns the readable protocols: streams and formats, and push sources if the user may see them. */
export function useProtocols(): readonly { value: string; label: string }[] {
  const { data } = useQuery({
    queryKey: [pushApi.getPushSourceList.path, 'names'],
    queryFn: ({ signal }) => callListApi(pushApi.getPushSourceList, { limit: 200 }, { signal }),
    enabled: can('push:log'),
  });
  return useMemo(() => {
    const sources = data?.rows ?? [];
    const named = sources.map(({ source, name }) => ({ value: `push:${source}`, name }));
    return [...ports, ...named.map(({ value, name }) => ({ value, label: protocolLabel(value, name) }))];
  }, [data]);
}
