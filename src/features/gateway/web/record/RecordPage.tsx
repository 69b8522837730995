import { useEffect } from 'react';
import { equipmentApi } from '#features/equipment/contract.ts';
import { DeviceFrame, useFigures, visibleSections } from '#features/equipment/web/service.ts';
import { gatewayApi } from '#features/gateway/contract.ts';
import { can } from '#web/api/session.ts';
import { useDictionaryLists } from '#web/data/dictionary.ts';
import { useRecordChanged } from '#web/record/useRecordChanged.ts';
import { SlotView } from '#web/screen/Slots.tsx';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { TreeTrouble } from '#web/tree/TreeTrouble.tsx';
import { StaleStrip } from '#web/ui/StaleStrip.tsx';
import { ChildSection } from '../child/ChildSection.tsx';
import { usePending } from '../child/types.ts';
import { Connection } from './Connection.tsx';
import { CurrentState } from './CurrentState.tsx';
import { RecordHead } from './RecordHead.tsx';
import { pollMs } from './types.ts';
import './gateway.css';

/** Titles of the sections of a device's page that a gateway's page has, too, by key. */
const titles: Readonly<Record<string, string>> = { live: '消息' };
/** Sections of a device's page that say nothing about a gateway. */
const leftOut = ['data', 'loans'];

/** Returns the sections of a gateway's page: its own, and around them those that every device has. */
function sectionsOf() {
  const all = can('equipment:list') ? visibleSections().filter(({ key }) => !leftOut.includes(key)) : [];
  const shared = all.map((slot) => ({ key: slot.key, title: titles[slot.key] ?? slot.title, slot }));
  const early = shared.filter(({ key }) => ['live', 'warns', 'commands'].includes(key));
  return [
    { key: 'children', title: '子设备', slot: undefined },
    ...early,
    { key: 'connection', title: '配置', slot: undefined },
    ...shared.filter((section) => !early.includes(section)),
  ];
}

/** Page of one gateway: its current state, its children, and what every device's page has (picture 20). */
export function RecordPage({ id }: { id: string }) {
  const { setTitle, query, setQuery } = useScreen();
  // Dictionary labels may load after the record.
  useDictionaryLists();
  const {
    data: gateway,
    problem,
    reload,
  } = useCall(gatewayApi.getGateway, { id }, { first: true, refetchInterval: pollMs });
  const { data: device } = useCall(equipmentApi.getEquipment, { id }, { enabled: can('equipment:list') });
  const pending = usePending(id);
  const figures = useFigures(device);
  const name = gateway?.name;
  useEffect(() => {
    if (name) setTitle(name);
  }, [name, setTitle]);
  const changed = useRecordChanged(id);
  if (!gateway) return <TreeTrouble what="网关" problem={problem} onRetry={() => void reload()} />;
  const sections = sectionsOf();
  const current = sections.find(({ key }) => key === query.get('section')) ?? sections[0];
  if (!current) return null;
  const own = { children: gateway.childCount + (pending.data?.count ?? 0) };
  const counts: Readonly<Record<string, number>> = { ...figures, ...own };
  return (
    <DeviceFrame
      label="网关资料"
      head={
        <>
          <RecordHead gateway={gateway} changed={changed} />
          {problem && <StaleStrip what="状态" problem={problem} onRetry={changed} />}
          <CurrentState gateway={gateway} pending={pending.data} />
        </>
      }
      tabs={sections.map(({ key, title }) => ({ key, title, count: counts[key] }))}
      current={current}
      onChange={(key) => setQuery({ section: key === 'children' ? null : key })}
      flush={current.key === 'children' || current.key === 'live'}
    >
      {current.key === 'children' && <ChildSection gateway={gateway} pending={pending} changed={changed} />}
      {current.key === 'connection' && <Connection id={id} />}
      {current.slot && device && (
        <SlotView<'equipmentSection'>
          key={current.key}
          slot={current.slot}
          props={{ device, changed }}
          missing={`「${current.title}」没有显示出来，其他部分不受影响。`}
        />
      )}
    </DeviceFrame>
  );
}
