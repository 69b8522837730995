import { useEffect } from 'react';
import { equipmentApi } from '#features/equipment/contract.ts';
import { useDictionaryLists } from '#web/data/dictionary.ts';
import { useRecordChanged } from '#web/record/useRecordChanged.ts';
import { SlotView } from '#web/screen/Slots.tsx';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { TreeTrouble } from '#web/tree/TreeTrouble.tsx';
import { StaleStrip } from '#web/ui/StaleStrip.tsx';
import { DeviceFrame } from './DeviceFrame.tsx';
import { RecordHead } from './RecordHead.tsx';
import { useFigures, visibleSections } from './sections.ts';

/** Poll interval of the state while the page is active, ms. */
const pollMs = 10_000;

/** Page of one device: current state, and tabs (picture 07b). */
export function RecordPage({ id }: { id: string }) {
  const { setTitle, query, setQuery } = useScreen();
  // Dictionary labels may load after the record.
  useDictionaryLists();
  const { data: device, problem, reload } = useCall(equipmentApi.getEquipment, { id }, { refetchInterval: pollMs });
  const figures = useFigures(device);
  const name = device?.name;
  useEffect(() => {
    if (name) setTitle(name);
  }, [name, setTitle]);
  const changed = useRecordChanged(id);
  if (!device) return <TreeTrouble what="设备" problem={problem} onRetry={() => void reload()} />;
  const shown = visibleSections();
  const [first] = shown;
  const section = shown.find(({ key }) => key === query.get('section')) ?? first;
  if (!section) return null;
  return (
    <DeviceFrame
      label="设备资料"
      head={
        <>
          <RecordHead device={device} changed={changed} />
          {problem && <StaleStrip what="状态" problem={problem} onRetry={changed} />}
        </>
      }
      tabs={shown.map(({ key, title }) => ({ key, title, count: figures[key] }))}
      current={section}
      onChange={(key) => setQuery({ section: key === first?.key ? null : key })}
      flush={section.key === 'live'}
    >
      <SlotView<'equipmentSection'>
        key={section.key}
        slot={section}
        props={{ device, changed }}
        missing={`「${section.title}」没有显示出来，其他部分不受影响。`}
      />
    </DeviceFrame>
  );
}
