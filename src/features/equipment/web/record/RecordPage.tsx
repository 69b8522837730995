import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { equipmentApi } from '#features/equipment/contract.ts';
import { can } from '#web/call/session.ts';
import { useDictionaryLists } from '#web/data/dictionary.ts';
import { SlotBoundary } from '#web/screen/SlotBoundary.tsx';
import { useScreen } from '#web/screen/screen.ts';
import { TreeTrouble } from '#web/tree/TreeTrouble.tsx';
import { Strip } from '#web/ui/Strip.tsx';
import { RecordHead } from './RecordHead.tsx';
import './record.css';
import { sections } from './sections.ts';
import { useSection } from './useSection.ts';

/** How often the state is looked at while the page is in front, ms. */
const lookEvery = 10_000;

/** One device: how it stands now, and section by section what is known (picture 07b). */
export function RecordPage({ id }: { id: string }) {
  const { setTitle } = useScreen();
  // Labels may come after the record.
  useDictionaryLists();
  const { data: device, problem, retry } = useSection(equipmentApi.getEquipment, { id }, lookEvery);
  const name = device?.name;
  useEffect(() => {
    if (name) setTitle(name);
  }, [name, setTitle]);
  const client = useQueryClient();
  // Whatever of this device stands on the page was asked for by its id.
  const changed = () =>
    void client.invalidateQueries({
      predicate: ({ queryKey: [, input] }) =>
        typeof input === 'object' && input !== null && Object.values(input).includes(id),
    });
  if (!device) return <TreeTrouble what="设备" problem={problem} onRetry={retry} />;
  return (
    <div className="device-page stack low on-container full-height">
      <RecordHead device={device} changed={changed} />
      {problem && (
        <Strip tone="warn" role="alert">
          状态没有更新：{problem}。下面是上次取到的。
          <button type="button" className="link" onClick={changed}>
            重试
          </button>
        </Strip>
      )}
      <div className="device-sections scroll-y">
        {sections
          .filter(({ right }) => !right || can(right))
          .map(({ key, title, Body }) => (
            <section key={key} className="line-below pad-16" data-section={key} aria-labelledby={`device-${key}`}>
              <h2 id={`device-${key}`} className="f16 l24 below-12">
                {title}
              </h2>
              <SlotBoundary missing={`「${title}」没有显示出来，其他部分不受影响。`}>
                <Body device={device} changed={changed} />
              </SlotBoundary>
            </section>
          ))}
      </div>
    </div>
  );
}
