import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { pushApi } from '#features/push/contract.ts';
import { callList } from '#web/call/request.ts';
import { can } from '#web/call/session.ts';

const ports = [
  { value: 'watch', label: '手表 TCP' },
  { value: 'jt808', label: 'JT/T 808' },
  { value: 'gt06', label: 'GT06' },
  { value: 'h02', label: 'H02' },
  { value: 'ev07b', label: 'EV-07B' },
  { value: 'mqtt', label: 'MQTT' },
];

/** What can be read: our ports, and the sources of pushes for whoever may see them. */
export function useProtocols(): readonly { value: string; label: string }[] {
  const { data } = useQuery({
    queryKey: [pushApi.getPushSourceList.path, 'names'],
    queryFn: ({ signal }) => callList(pushApi.getPushSourceList, { limit: 200 }, { signal }),
    enabled: can('push:log'),
  });
  return useMemo(() => {
    const sources = data?.rows ?? [];
    return [...ports, ...sources.map(({ source, name }) => ({ value: `push:${source}`, label: `推送 ${name}` }))];
  }, [data]);
}
