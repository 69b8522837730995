import { lazy, Suspense, useMemo, useState } from 'react';
import { can, useSession } from '#web/call/session.ts';
import { ListScreen } from '#web/crud/ListScreen.tsx';
import { customer, customerApi } from '../contract.ts';
import { actionsOf } from './actions.ts';
import { BatchForm } from './BatchForm.tsx';
import { type Batch, bulkActionsOf } from './bulkActions.ts';
import { cells } from './cells.tsx';
import { StateForm } from './StateForm.tsx';
import { type Served, type StateChange, stateActionsOf } from './stateActions.ts';
import './customer.css';
import { useCustomerFilters } from './useCustomerFilters.ts';
import { viewsOf } from './views.ts';

const ServiceDrawer = lazy(() => import('./ServiceDrawer.tsx'));

/** Figures of a filtered list stop here (names.md, conventions). */
const mostCounted = 10_000;

const calls = {
  list: customerApi.getCustomerList,
  export: customerApi.exportCustomer,
  import: customerApi.importCustomer,
  template: customerApi.getImportTemplate,
};

/** The people who are cared for (domain.md 6.3, pictures 02 and 02b). */
export default function CustomerScreen() {
  const { user } = useSession();
  const me = user?.id ?? '';
  const rights = user?.permissions.join(',') ?? '';
  const { filters, choice } = useCustomerFilters();
  const [batch, setBatch] = useState<Batch>();
  const [served, setServed] = useState<{ person: Served; onChanged: () => void }>();
  const [change, setChange] = useState<StateChange & { onDone: () => void }>();
  const presetViews = useMemo(() => viewsOf(me), [me]);
  return (
    <>
      <ListScreen
        noun={customer}
        calls={calls}
        cells={cells}
        filters={filters}
        actions={({ reload }) => [
          ...actionsOf(rights),
          {
            key: 'service',
            label: '服务与手续',
            behind: true,
            onClick: (person) => setServed({ person, onChanged: reload }),
          },
          ...(can('customer:edit') ? stateActionsOf((asked) => setChange({ ...asked, onDone: reload })) : []),
        ]}
        bulkActions={({ reload }) => bulkActionsOf({ rights, reload, ask: setBatch })}
        nothing="还没有客户。可以从 Excel 导入。"
        table={{ presetViews, mostCounted, exact: true, actionsWidth: 76 }}
      />
      {served && (
        <Suspense fallback={null}>
          <ServiceDrawer {...served} onClose={() => setServed(undefined)} />
        </Suspense>
      )}
      {change && <StateForm {...change} onClosed={() => setChange(undefined)} />}
      {batch && <BatchForm {...batch} choice={choice} onClosed={() => setBatch(undefined)} />}
    </>
  );
}
