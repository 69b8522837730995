import { exporting } from '#features/export/server/service.ts';
import { gatewayApi } from '#features/gateway/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { addChild } from './addChild.ts';
import { getGatewayBeats, getGatewayTopology } from './beats.ts';
import { getChildList } from './children.ts';
import { getConnection } from './connection/connection.ts';
import { deleteGateway, editGateway } from './edit.ts';
import { getGatewayList } from './list.ts';
import { moveChild, removeChild } from './moveChild.ts';
import { getGateway } from './record.ts';
import { addGateway } from './register.ts';
import { closeScan, openScan } from './scan.ts';
import { resetGatewaySecret } from './secret.ts';

export default handlers(gatewayApi, {
  getGatewayList,
  getGateway,
  addGateway,
  editGateway,
  deleteGateway,
  exportGateway: exporting(gatewayApi.exportGateway),
  resetGatewaySecret,
  getConnection,
  getGatewayBeats,
  getChildList,
  getGatewayTopology,
  addChild,
  moveChild,
  removeChild,
  openScan,
  closeScan,
});
