import { useEffect, useState } from 'react';
import { loginApi } from '#features/login/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { callApi } from '#web/api/request.ts';

/** What the deployment says of itself; `lost` when nothing answers, undefined until then. */
export type ServiceInfo = OutputOf<typeof loginApi.getServiceInfo> | 'lost' | undefined;

/** Asks once who runs this service and whether it stands. */
export function useServiceInfo(): ServiceInfo {
  const [info, setInfo] = useState<ServiceInfo>();
  useEffect(() => {
    const controller = new AbortController();
    callApi(loginApi.getServiceInfo, {}, { signal: controller.signal }).then(
      setInfo,
      () => !controller.signal.aborted && setInfo('lost'),
    );
    return () => controller.abort();
  }, []);
  return info;
}
