import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { locationApi } from '#features/location/contract.ts';
import { useHotkey } from '#web/screen/hotkeys.ts';
import { useCall } from '#web/screen/useCall.ts';
import { Button } from '#web/ui/Button.tsx';
import { LevelSign } from '#web/ui/icons.tsx';
import { stateLevel } from './markers.ts';
import type { PlaceRow } from './placePoints.ts';

/** People of one request, and of the list. */
const most = 200;

interface Props {
  ids: readonly string[];
  names: ReadonlyMap<string, PlaceRow>;
  onChoose: (id: string) => void;
  onClose: () => void;
}

/** Names of the people of a pile who are at the same place. */
export function PileList({ ids, names, onChoose, onClose }: Props) {
  const shown = ids.slice(0, most);
  const { data, problem } = useCall(locationApi.getPlaceList, { ids: shown, page: 1, limit: most });
  const rows = data?.rows ?? shown.flatMap((id) => names.get(id) ?? []);
  const box = useRef<HTMLElement>(null);
  useHotkey('Esc', onClose);
  useEffect(() => box.current?.focus(), []);
  return (
    <section
      ref={box}
      className="pile-list flex flex-col bg-elevated rounded-lg border border-border shadow-md"
      aria-label={`同一位置的 ${ids.length} 人`}
      tabIndex={-1}
    >
      <header className="flex items-center pl-4 pr-2 py-1.5 border-b border-line">
        <b className="flex-1">同一位置 {ids.length} 人</b>
        <Button kind="icon" size={28} aria-label="关闭" onClick={onClose}>
          <X size={16} aria-hidden="true" />
        </Button>
      </header>
      <ul className="min-h-0 overflow-auto py-1">
        {rows.map((row) => {
          const level = stateLevel(row);
          return (
            <li key={row.customerId}>
              <button
                type="button"
                className="inner-focus flex items-center gap-2 w-full px-4 py-1.5 text-left hover:bg-s2"
                onClick={() => onChoose(row.customerId)}
              >
                {level !== null && <LevelSign level={level} decorative={false} />}
                <span className="flex-1">{row.name}</span>
                <span className="text-[13px] text-text2">{row.age === null ? '' : `${row.age} 岁`}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {problem && <p className="px-4 py-1.5 text-[13px] text-level1-text">名字没有取到：{problem}</p>}
      {ids.length > most && (
        <p className="px-4 py-1.5 text-[13px] text-text3 border-t border-line">只列出 {most} 人，其余请在列表中搜索</p>
      )}
    </section>
  );
}
