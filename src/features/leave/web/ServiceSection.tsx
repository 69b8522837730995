import { useState } from 'react';
import { changeLabel, changesOf, ServiceState, type StateChange, StateForm } from '#features/customer/web/service.ts';
import { leaveApi } from '#features/leave/contract.ts';
import { deathCauses, deathPlaces } from '#shared/death.ts';
import { can } from '#web/api/session.ts';
import { useCall } from '#web/screen/useCall.ts';
import { TreeTrouble } from '#web/tree/TreeTrouble.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { Leaves } from './Leaves.tsx';
import { LeavingList } from './LeavingList.tsx';

interface Props {
  customerId: string;
  /** Called after every change. */
  onChanged?: () => void;
}

/** Number of latest leaves shown. */
const shownLeaves = 10;

/** Shows a customer's service state with its actions, the leaving checklist and the leaves. */
export function ServiceSection({ customerId, onChanged }: Props) {
  const { data, problem, reload } = useCall(leaveApi.getCustomerState, { customerId }, { first: true });
  const leaves = useCall(leaveApi.getLeaveList, { customerId, limit: shownLeaves });
  const [change, setChange] = useState<StateChange>();
  if (!data) return <TreeTrouble what="服务状态" problem={problem} onRetry={() => void reload()} />;
  const changed = () => {
    void reload();
    void leaves.reload();
    onChanged?.();
  };
  const { serviceState: state, place, cause } = data;
  const pauses: [string, string | null][] = state === 'paused' ? [['预计返回', data.returnDate]] : [];
  const died: [string, string | null][] =
    state === 'deceased'
      ? [
          ['地点', place && deathPlaces[place]],
          ['原因类别', cause && deathCauses[cause]],
        ]
      : [];
  const reasons: [string, string][] = data.reason ? [['原因', data.reason]] : [];
  const blocked = (to: string) => (to === 'active' && !data.hasEmergencyContact ? '请先登记一位紧急联系人' : undefined);
  return (
    <div className="flex flex-col gap-3">
      <DescriptionList
        className="text-[13px]"
        columns={2}
        facts={[
          ['服务状态', <ServiceState key="state" state={state} />],
          ['起始', data.since],
          ...pauses,
          ...died,
          ...reasons,
        ]}
      />
      {can('customer:edit') && (
        <div className="flex items-center flex-wrap gap-2">
          {changesOf(state).map((to) => (
            <Button
              key={to}
              disabled={blocked(to) !== undefined}
              title={blocked(to)}
              onClick={() => setChange({ to, customer: data })}
            >
              {changeLabel(state, to)}…
            </Button>
          ))}
        </div>
      )}
      {data.leaving && (
        <LeavingList
          customerId={customerId}
          title={state === 'deceased' ? '死亡手续' : '退住手续'}
          name={data.name}
          leaving={data.leaving}
          onChanged={changed}
        />
      )}
      <Leaves customer={data} served={state === 'active'} rows={leaves} onChanged={changed} />
      {change && <StateForm {...change} onDone={changed} onClosed={() => setChange(undefined)} />}
    </div>
  );
}
