import { Select } from 'antd';
import { useEffect, useState } from 'react';
import { customerApi } from '#features/customer/contract.ts';
import { can } from '#web/api/session.ts';
import { useDictionaryLists } from '#web/data/dictionary.ts';
import { AddButton } from '#web/screen/AddButton.tsx';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { EmptyState } from '#web/table/TableStates.tsx';
import { ViewTabs } from '#web/table/ViewTabs.tsx';
import { TreeTrouble } from '#web/tree/TreeTrouble.tsx';
import { flatten } from '#web/tree/treeNodes.ts';
import { Strip } from '#web/ui/Strip.tsx';
import { Tile } from '#web/ui/Tile.tsx';
import { Toolbar } from '#web/ui/Toolbar.tsx';
import { bedDepartments, bedStates } from '../contract.ts';
import type { BedDialog } from './actions.ts';
import { AddBedForm, BedForm } from './BedForms.tsx';
import { BedGrid } from './BedGrid.tsx';
import { type Bed, useBeds, useFirstBedDepartment } from './useBeds.ts';
import './bed.css';

const tabs = [
  { key: 'list', label: '客户' },
  { key: 'bed', label: '床位' },
] as const;

/** Shows figures of the beds; 入住率 is the share of occupied beds among those not closed. */
function Figures({ beds }: { beds: readonly Bed[] }) {
  const of = (target: Bed['state']) => beds.filter(({ state }) => state === target).length;
  const used = beds.length - of('closed');
  const share = used === 0 ? '—' : String(Math.round((of('taken') / used) * 1000) / 10);
  return (
    <ul className="bed-figures tiles flex-none border-b border-line" aria-label="床位概况">
      <Tile name="入住率" figure={share} {...(used > 0 && { unit: '%' })} note={`在住 ${of('taken')} / 可用 ${used}`} />
      {(['taken', 'free', 'reserved', 'closed'] as const).map((state) => (
        <Tile key={state} name={bedStates[state]} figure={String(of(state))} unit="张" />
      ))}
    </ul>
  );
}

/** Returns the departments that can have beds, and the requested one, else one with beds; undefined until known. */
function useBedDepartments(requestedId: string | null) {
  const choice = useCall(customerApi.getCustomerChoice, {}, { first: true });
  const places = flatten(choice.data?.departments ?? []).filter(({ type }) => bedDepartments.includes(type));
  const first = useFirstBedDepartment(requestedId !== null);
  const isReady = requestedId !== null || first !== undefined;
  const place = places.find(({ id }) => id === (requestedId ?? first)) ?? (isReady ? places[0] : undefined);
  return { choice, places, place };
}

/** Page of the beds of one institution or station, with occupants and actions (domain.md 6.3). */
export default function BedPage() {
  const { query, setQuery, setTitle } = useScreen();
  useDictionaryLists();
  useEffect(() => setTitle('床位'), [setTitle]);
  const [dialog, setDialog] = useState<BedDialog>();
  const [adding, setAdding] = useState(false);
  const { choice, places, place } = useBedDepartments(query.get('departmentId'));
  const { beds, problem, reload } = useBeds(place?.id);
  const editable = can('customer:edit');
  return (
    <div className="flex flex-col min-h-0 bg-container h-full">
      <Toolbar className="bed-bar max-md:flex-wrap">
        <ViewTabs
          label="客户与床位"
          views={tabs}
          value="bed"
          onChange={(key) => {
            if (key === 'list') location.hash = '#/customer/list';
          }}
        />
        {place && (
          <Select
            className="bed-place"
            aria-label="机构或服务站"
            showSearch={{ optionFilterProp: 'label' }}
            value={place.id}
            options={places.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(departmentId: string) => setQuery({ departmentId })}
          />
        )}
        {place && editable && (
          <span className="ml-auto">
            <AddButton label="新增床位" onAdd={() => setAdding(true)} />
          </span>
        )}
      </Toolbar>
      {!choice.data ? (
        <TreeTrouble what="部门" problem={choice.problem} onRetry={() => void choice.reload()} />
      ) : places.length === 0 ? (
        <EmptyState reason="你的范围内没有机构或服务站。只有这两类部门有床位。" />
      ) : !beds ? (
        <TreeTrouble what="床位" problem={problem} onRetry={reload} />
      ) : (
        <>
          {problem && (
            <Strip tone="warn" role="alert">
              床位没有更新：{problem}。下面是上次取到的。
            </Strip>
          )}
          <Figures beds={beds} />
          <div className="flex-1 min-h-0 overflow-y-auto" data-scroll="beds">
            {beds.length === 0 && <EmptyState reason="还没有床位。新增时可以一次填一个范围。" />}
            <BedGrid beds={beds} editable={editable} ask={setDialog} changed={reload} />
          </div>
        </>
      )}
      {adding && place && <AddBedForm departmentId={place.id} onDone={reload} onClosed={() => setAdding(false)} />}
      {dialog && <BedForm dialog={dialog} beds={beds ?? []} onDone={reload} onClosed={() => setDialog(undefined)} />}
    </div>
  );
}
