import { useEffect, useState } from 'react';
import { loginApi } from '#features/login/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { callApi } from '#web/api/request.ts';

/** Texts of the deployment; `lost` if the server does not answer, undefined while loading. */
export type ServiceInfo = OutputOf<typeof loginApi.getServiceInfo> | 'lost' | undefined;

/** Loads the deployment's texts and the state of the service once. */
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
