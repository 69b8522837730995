import { lazy, Suspense, useMemo, useState } from 'react';
import { PrintDialog } from '#features/customerCard/web/service.ts';
import { customerEntryApi } from '#features/customerEntry/contract.ts';
import { CustomerForm, useReadForForm } from '#features/customerEntry/web/service.ts';
import { customerImportApi } from '#features/customerImport/contract.ts';
import { maxCounted } from '#shared/envelope.ts';
import { can, useSession } from '#web/api/session.ts';
import { createdColumn } from '#web/crud/columns.tsx';
import { ListScreen } from '#web/crud/ListScreen.tsx';
import { SlotView, slotsOf } from '#web/screen/Slots.tsx';
import { useScreen } from '#web/screen/screen.ts';
import type { ColumnOf } from '#web/table/types.ts';
import { archiveSealedMessage } from '../contract/state.ts';
import { customer, customerApi, listColumns } from '../contract.ts';
import { actionsOf } from './actions.ts';
import { BatchForm } from './BatchForm.tsx';
import { type Batch, bulkActionsOf } from './bulkActions.ts';
import { type CustomerRow, cells, contactText } from './cells.tsx';
import { StateForm } from './StateForm.tsx';
import { type StateChange, stateActionsOf } from './stateActions.ts';
import { useSlotActions } from './useSlotActions.tsx';
import './customer.css';
import { useCustomerFilters, viewsOf } from './useCustomerFilters.ts';

/** Columns of the list; the creation time is hidden by default, because the list would exceed the screen. */
const columns = [
  ...listColumns
    .map((column) => (typeof column === 'string' ? column : column[0]))
    .filter((key) => key !== 'onlineCount'),
  { ...createdColumn, hidden: true },
];

const foundColumn: ColumnOf<typeof customerApi.getCustomerList> = {
  ...{ key: 'foundContact', title: '找到的联系人', width: 176, fixed: 'left' },
  render: ({ foundContact }) => foundContact && contactText(foundContact),
};
const besideName = columns.indexOf('name') + 1;
/** Columns of a search: the matched contact comes after the name. */
const foundColumns = [...columns.slice(0, besideName), foundColumn, ...columns.slice(besideName)];

const endpoints = {
  list: customerApi.getCustomerList,
  add: customerEntryApi.addCustomer,
  edit: customerEntryApi.editCustomer,
  remove: customerApi.deleteCustomer,
  export: customerApi.exportCustomer,
  import: customerImportApi.importCustomer,
  template: customerImportApi.getImportTemplate,
};

const CustomerPage = lazy(() => import('./record/CustomerPage.tsx'));

/** Opens a customer's record in a tab. */
function openCustomer({ id }: CustomerRow): void {
  location.hash = `#/customer/list/${id}`;
}

const pages = slotsOf('customerPage');
const pageLinks = pages.map(({ path, title }) => (
  <a key={path} className="button inline-flex items-center whitespace-nowrap" href={`#/customer/list/${path}`}>
    {title}
  </a>
));

/** List of pictures 02 and 02b. */
function CustomerList() {
  const { user } = useSession();
  const me = user?.id ?? '';
  const permissions = user?.permissions.join(',') ?? '';
  const { filters, choice } = useCustomerFilters();
  const [batch, setBatch] = useState<Batch>();
  const [change, setChange] = useState<StateChange & { onDone: () => void }>();
  const [printed, setPrinted] = useState<readonly CustomerRow[]>();
  const { record, read } = useReadForForm();
  const { rowActions, bulkActions, dialog } = useSlotActions();
  const [byContact, setByContact] = useState(false);
  const presetViews = useMemo(() => viewsOf(me), [me]);
  return (
    <>
      <ListScreen
        resource={customer}
        endpoints={endpoints}
        cells={cells}
        columns={byContact ? foundColumns : columns}
        filters={filters}
        onOpen={openCustomer}
        actions={({ reload }) => [
          ...actionsOf(permissions),
          ...rowActions(reload),
          ...(can('customer:edit')
            ? stateActionsOf((stateChange) => setChange({ ...stateChange, onDone: reload }))
            : []),
        ]}
        bulkActions={({ reload }) => [
          ...bulkActionsOf({ permissions, reload, ask: setBatch, print: setPrinted }),
          ...bulkActions(reload),
        ]}
        valuesOf={({ id }) => read(id)}
        formOf={(slot) => <CustomerForm {...{ slot, choice, record, read }} />}
        readOnly={({ sealed }) => (sealed ? archiveSealedMessage : undefined)}
        removable={({ serviceState, sealed }) => serviceState === 'pending' && !sealed}
        toolbar={pageLinks}
        nothing="还没有客户。可以从 Excel 导入，或逐个新增。"
        table={{
          ...{ presetViews, maxCounted, exact: true, actionsWidth: 144 },
          onLoaded: (rows) => setByContact(rows.some(({ foundContact }) => foundContact !== null)),
        }}
      />
      {change && <StateForm {...change} onClosed={() => setChange(undefined)} />}
      {dialog}
      {batch && <BatchForm {...batch} choice={choice} onClosed={() => setBatch(undefined)} />}
      {printed && <PrintDialog ids={printed.map(({ id }) => id)} onClose={() => setPrinted(undefined)} />}
    </>
  );
}

/** Customer screen (domain.md 6.3): the list, and at sub-addresses pages of other features and a page per customer. */
export default function CustomerScreen() {
  const { path } = useScreen();
  const id = path.split('/')[3];
  if (!id) return <CustomerList />;
  const page = pages.find(({ path: name }) => name === id);
  if (page) return <SlotView slot={page} props={{}} missing={`「${page.title}」没有显示出来，其他部分不受影响。`} />;
  return (
    <Suspense fallback={null}>
      <CustomerPage id={id} />
    </Suspense>
  );
}
