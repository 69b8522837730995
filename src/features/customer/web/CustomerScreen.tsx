import { lazy, Suspense, useMemo, useState } from 'react';
import { can, useSession } from '#web/api/session.ts';
import { createdColumn } from '#web/crud/columns.tsx';
import { ListScreen } from '#web/crud/ListScreen.tsx';
import { useScreen } from '#web/screen/screen.ts';
import type { Column } from '#web/table/types.ts';
import { archiveSealedMessage } from '../contract/state.ts';
import { customer, customerApi, listColumns } from '../contract.ts';
import { actionsOf } from './actions.ts';
import { BatchForm } from './BatchForm.tsx';
import { type Batch, bulkActionsOf } from './bulkActions.ts';
import { type CustomerRow, cells, contactText } from './cells.tsx';
import { LeaveForm } from '#features/leave/web/LeaveForm.tsx';
import { leaveActionsOf } from './leaveActions.ts';
import { ReturnForm } from '#features/leave/web/ReturnForm.tsx';
import { StateForm } from './StateForm.tsx';
import { type Served, type StateChange, stateActionsOf } from './stateActions.ts';
import './customer.css';
import { CustomerForm, useReadForForm } from './entry/CustomerForm.tsx';
import { MergeForm, type Merging } from '#features/customerMerge/web/MergeForm.tsx';
import { useCustomerFilters } from './useCustomerFilters.ts';
import { viewsOf } from './views.ts';

const ServiceDrawer = lazy(() => import('#features/leave/web/ServiceDrawer.tsx'));

/** Columns of the list; the creation time is hidden by default, because the list would exceed the screen. */
const columns = [
  ...listColumns
    .map((column) => (typeof column === 'string' ? column : column[0]))
    .filter((key) => key !== 'onlineCount'),
  { ...createdColumn, hidden: true },
];

const foundColumn: Column<CustomerRow> = {
  ...{ key: 'foundContact', title: '找到的联系人', width: 176, fixed: 'left' },
  render: ({ foundContact }) => foundContact && contactText(foundContact),
};
const besideName = columns.indexOf('name') + 1;
/** Columns of a search: the matched contact comes after the name. */
const foundColumns = [...columns.slice(0, besideName), foundColumn, ...columns.slice(besideName)];

/** Counting limit of a filtered list (names.md, conventions). */
const maxCounted = 10_000;

const endpoints = {
  list: customerApi.getCustomerList,
  add: customerApi.addCustomer,
  edit: customerApi.editCustomer,
  remove: customerApi.deleteCustomer,
  export: customerApi.exportCustomer,
  import: customerApi.importCustomer,
  template: customerApi.getImportTemplate,
};

const BedPage = lazy(() => import('#features/bed/web/BedPage.tsx'));
const CustomerPage = lazy(() => import('./record/CustomerPage.tsx'));
const PrintCards = lazy(() => import('./print/PrintCards.tsx').then(({ PrintCards }) => ({ default: PrintCards })));

/** Opens a customer's record in a tab. */
function openCustomer({ id }: CustomerRow): void {
  location.hash = `#/customer/list/${id}`;
}

const bedLink = (
  <a className="button inline-flex items-center whitespace-nowrap" href="#/customer/list/bed">
    床位
  </a>
);

interface Leaving {
  row: CustomerRow;
  onDone: () => void;
}

function LeaveOrReturn({ row, ...rest }: Leaving & { onClosed: () => void }) {
  const { name, away } = row;
  return away ? <ReturnForm name={name} leave={away} {...rest} /> : <LeaveForm customer={row} {...rest} />;
}

/** List of pictures 02 and 02b. */
function CustomerList() {
  const { user } = useSession();
  const me = user?.id ?? '';
  const permissions = user?.permissions.join(',') ?? '';
  const { filters, choice } = useCustomerFilters();
  const [batch, setBatch] = useState<Batch>();
  const [served, setServed] = useState<{ customer: Served; onChanged: () => void }>();
  const [leaving, setLeaving] = useState<Leaving>();
  const [change, setChange] = useState<StateChange & { onDone: () => void }>();
  const [printed, setPrinted] = useState<readonly CustomerRow[]>();
  const { record, read } = useReadForForm();
  const [merging, setMerging] = useState<Merging>();
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
          ...actionsOf(permissions, (row) => setMerging({ customers: [row], onDone: reload })),
          {
            key: 'service',
            label: '服务与手续',
            behind: true,
            onClick: (row) => setServed({ customer: row, onChanged: reload }),
          },
          ...(can('customer:edit')
            ? [
                ...leaveActionsOf((row) => setLeaving({ row, onDone: reload })),
                ...stateActionsOf((stateChange) => setChange({ ...stateChange, onDone: reload })),
              ]
            : []),
        ]}
        bulkActions={({ reload }) =>
          bulkActionsOf({ permissions, reload, ask: setBatch, merge: setMerging, print: setPrinted })
        }
        valuesOf={({ id }) => read(id)}
        formOf={({ ref, onDone }) => <CustomerForm {...{ ref, onDone, choice, record, read }} />}
        readOnly={({ sealed }) => (sealed ? archiveSealedMessage : undefined)}
        removable={({ serviceState, sealed }) => serviceState === 'pending' && !sealed}
        toolbar={bedLink}
        nothing="还没有客户。可以从 Excel 导入，或逐个新增。"
        table={{
          ...{ presetViews, maxCounted, exact: true, actionsWidth: 144 },
          onLoaded: (rows) => setByContact(rows.some(({ foundContact }) => foundContact !== null)),
        }}
      />
      {served && (
        <Suspense fallback={null}>
          <ServiceDrawer {...served} onClose={() => setServed(undefined)} />
        </Suspense>
      )}
      {leaving && <LeaveOrReturn {...leaving} onClosed={() => setLeaving(undefined)} />}
      {change && <StateForm {...change} onClosed={() => setChange(undefined)} />}
      {merging && <MergeForm {...merging} onClosed={() => setMerging(undefined)} />}
      {batch && <BatchForm {...batch} choice={choice} onClosed={() => setBatch(undefined)} />}
      {printed && (
        <Suspense fallback={null}>
          <PrintCards ids={printed.map(({ id }) => id)} onClose={() => setPrinted(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** Customer screen (domain.md 6.3): the list, and at sub-addresses the beds and a page per customer. */
export default function CustomerScreen() {
  const { path } = useScreen();
  const id = path.split('/')[3];
  if (!id) return <CustomerList />;
  return <Suspense fallback={null}>{id === 'bed' ? <BedPage /> : <CustomerPage id={id} />}</Suspense>;
}
