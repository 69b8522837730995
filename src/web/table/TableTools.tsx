import { RotateCw } from 'lucide-react';
import type { ListSetting } from '#shared/listSetting.ts';
import { Segments } from '#web/ui/Segments.tsx';
import { ColumnSetting } from './ColumnSetting.tsx';
import type { Density } from './types.ts';

const densities: readonly { key: Density; label: string }[] = [
  { key: 'small', label: '紧凑' },
  { key: 'medium', label: '标准' },
  { key: 'large', label: '宽松' },
];

type TableToolsProps = {
  columns: readonly { key: string; title: string; fixed?: 'left' | 'right'; hidden?: boolean }[];
  setting: ListSetting;
  onSetting: (patch: Partial<ListSetting>) => void;
  onReload: () => void;
};

/** Tools at the right end of the filter row: refresh, density, columns. */
export function TableTools({ columns, setting, onSetting, onReload }: TableToolsProps) {
  return (
    <>
      <button
        type="button"
        className="plain inline gap-6 nowrap f13 soft pad-x-8 high-28 round lights"
        aria-label="刷新"
        title="刷新（R）"
        aria-keyshortcuts="R"
        onClick={onReload}
      >
        <RotateCw size={15} aria-hidden />
      </button>
      <Segments
        label="密度"
        segments={densities}
        value={setting.density}
        onChange={(density) => onSetting({ density })}
      />
      <ColumnSetting
        columns={columns}
        visibleKeys={setting.columns}
        onChange={(visibleKeys) => onSetting({ columns: visibleKeys })}
      />
    </>
  );
}
