import type { Feature } from '#shared/feature.ts';
import { childApi, knownStates, reportedStates } from './contract/child.ts';
import { childStates, gateway, gatewayProtocols, gatewayRecordApi, ways } from './contract/gateway.ts';

export { childStates, gateway, gatewayProtocols, knownStates, reportedStates, ways };

export const gatewayApi = { ...gatewayRecordApi, ...childApi };

export const feature: Feature = {
  title: '网关',
  endpoints: gatewayApi,
  resource: gateway,
  screens: [
    {
      path: '/equipment/gateway',
      title: '网关',
      icon: 'router',
      group: '设备',
      sort: 51,
      component: 'GatewayScreen',
      wide: true,
      permission: { key: 'gateway:list', title: '查看网关', roles: ['engineer'] },
      buttons: [{ key: 'gateway:edit', title: '新增与编辑网关、子设备', roles: ['engineer'] }],
    },
  ],
};
