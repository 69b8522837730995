import { lazy, Suspense, useMemo } from 'react';
import { createdColumn } from '#web/crud/columns.tsx';
import { ListScreen } from '#web/crud/ListScreen.tsx';
import { useScreen } from '#web/screen/screen.ts';
import { gateway, gatewayApi } from '../contract.ts';
import { gatewayAddress } from './address.ts';
import { cells, type GatewayRow } from './list/cells.tsx';
import { formOf, readForForm } from './list/form.ts';
import { presetViews, useGatewayFilters } from './list/useGatewayFilters.ts';

const RecordPage = lazy(() => import('./record/RecordPage.tsx').then(({ RecordPage }) => ({ default: RecordPage })));

const endpoints = {
  list: gatewayApi.getGatewayList,
  add: gatewayApi.addGateway,
  edit: gatewayApi.editGateway,
  remove: gatewayApi.deleteGateway,
  export: gatewayApi.exportGateway,
};

const shown = Object.entries(gateway.fields).flatMap(([key, { column }]) => (column === false ? [] : [key]));
/** Columns of the list; the creation time is hidden by default, to leave room for the place. */
const columns = [...(shown as (keyof GatewayRow & string)[]), { ...createdColumn, hidden: true }];

/** Opens a gateway's page in a tab. */
function openGateway({ id }: { id: string }): void {
  location.hash = gatewayAddress(id);
}

function GatewayList() {
  const { filters, choice } = useGatewayFilters();
  const form = useMemo(() => formOf(choice, true), [choice]);
  return (
    <ListScreen
      resource={gateway}
      endpoints={endpoints}
      cells={cells}
      columns={columns}
      filters={filters}
      form={form}
      valuesOf={readForForm}
      read={(id) => readForForm({ id }).then((values) => values as unknown as GatewayRow)}
      onOpen={openGateway}
      labelOf={({ name }) => name}
      removable={({ childCount }) => childCount === 0}
      nothing="还没有网关。新增后把它的接入配置贴到网关软件里，接通后这里变成在线，它的子设备自动列出。"
      table={{ presetViews, actionsWidth: 120 }}
    />
  );
}

/** Gateway screen (domain.md 6.19): the list, and at sub-addresses a page per gateway. */
export default function GatewayScreen() {
  const { path } = useScreen();
  const id = path.split('/')[3];
  if (!id) return <GatewayList />;
  return (
    <Suspense fallback={null}>
      <RecordPage id={id} />
    </Suspense>
  );
}
