import { Popover } from 'antd';
import { Columns3, GripVertical, RotateCw } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { ListSetting } from '#shared/contract/listSetting.ts';
import { Button } from '#web/ui/Button.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import { chosenColumns } from './grid/layout.ts';
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
        className="plain inline-flex items-center gap-1.5 whitespace-nowrap text-[13px] text-text2 px-2 h-7 rounded-md hover:bg-s3"
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

type Choice = { key: string; title: string; fixed?: 'left' | 'right'; hidden?: boolean; hideOrder?: number };

type ColumnSettingProps = {
  columns: readonly Choice[];
  /** Column keys of the setting; empty: as declared. */
  visibleKeys: readonly string[];
  onChange: (visibleKeys: string[]) => void;
};

/**
 * Returns the columns in the widget's order: visible ones in their order, each hidden one after its declared neighbour.
 */
function listedColumns<C extends Choice>(columns: readonly C[], visibleKeys: readonly string[]): C[] {
  if (visibleKeys.length === 0) {
    return [...columns];
  }
  const listed = chosenColumns(columns, visibleKeys);
  for (const [index, column] of columns.entries()) {
    if (!listed.includes(column)) {
      const previousColumn = columns[index - 1];
      listed.splice(previousColumn ? listed.indexOf(previousColumn) + 1 : 0, 0, column);
    }
  }
  return listed;
}

/** Moves a column within the list; fixed columns do not move and no column passes them. */
function movedColumn<C extends Choice>(listed: readonly C[], key: string, to: number): C[] {
  const from = listed.findIndex((column) => column.key === key);
  const column = listed[from];
  if (!column || column.fixed || !listed[to] || listed[to].fixed) {
    return [...listed];
  }
  const rest = listed.filter((other) => other !== column);
  rest.splice(to, 0, column);
  return rest;
}

/** The button 「列 14/17」 and its widget: tick, drag or Alt ↑↓. */
function ColumnSetting({ columns, visibleKeys, onChange }: ColumnSettingProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const shown = chosenColumns(columns, visibleKeys);
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={setOpen}
      placement="bottomRight"
      arrow={false}
      classNames={{ root: 'column-popover' }}
      // Mounted beside its button, so that Tab continues from here.
      getPopupContainer={(button) => button.parentElement ?? document.body}
      destroyOnHidden
      afterOpenChange={(shows) => {
        if (!shows) {
          button.current?.focus();
        }
      }}
      content={<ColumnList columns={columns} visibleKeys={visibleKeys} onChange={onChange} />}
    >
      <button
        ref={button}
        type="button"
        className="aria-expanded:bg-primary-bg aria-expanded:text-primary-text aria-pressed:bg-primary-bg aria-pressed:text-primary-text inline-flex items-center gap-1.5 whitespace-nowrap text-[13px] text-text2 px-2 h-7 rounded-md hover:bg-s3"
        aria-expanded={open}
        aria-haspopup="dialog"
      >
        <Columns3 size={14} aria-hidden />列 {shown.length}/{columns.length}
      </button>
    </Popover>
  );
}

function ColumnList({ columns, visibleKeys, onChange }: ColumnSettingProps) {
  const listed = listedColumns(columns, visibleKeys);
  const shown = new Set(chosenColumns(columns, visibleKeys).map(({ key }) => key));
  const [dragged, setDragged] = useState<string>();
  const list = useRef<HTMLUListElement>(null);

  // Not `autoFocus`: the widget is positioned after its first paint, and a focus before that scrolls the page.
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>('input:not(:disabled)')?.focus({ preventScroll: true }),
    );
    return () => cancelAnimationFrame(frame);
  }, []);

  function save(order: readonly Choice[], ticked: ReadonlySet<string>): void {
    onChange(order.filter(({ key }) => ticked.has(key)).map(({ key }) => key));
  }

  function toggle(key: string): void {
    const next = new Set(shown);
    if (!next.delete(key)) {
      next.add(key);
    }
    save(listed, next);
  }

  function onKeyDown(event: KeyboardEvent, key: string, index: number): void {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0) {
      return;
    }
    event.preventDefault();
    if (event.altKey) {
      save(movedColumn(listed, key, index + step), shown);
    } else {
      focusable(list.current, index, step)?.focus();
    }
  }

  return (
    <section className="column-list text-[13px] py-2" aria-label="列设置">
      <div className="flex justify-between px-3 py-1">
        <strong>列设置</strong>
        <Button kind="link" className="text-xs" onClick={() => onChange([])}>
          恢复默认
        </Button>
      </div>
      <ul className="mt-1 overflow-y-auto" ref={list}>
        {listed.map((column, index) => (
          <li
            key={column.key}
            className={`${column.fixed ? 'column-fixed' : ''}${dragged === column.key ? ' bg-primary-bg' : ''} flex items-center gap-2 hover:bg-s3`}
            draggable={!column.fixed}
            onDragStart={() => setDragged(column.key)}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={(event) => {
              event.preventDefault();
              if (dragged && dragged !== column.key) {
                save(movedColumn(listed, dragged, index), shown);
              }
            }}
          >
            <GripVertical size={14} className="grip" aria-hidden />
            <label className="flex items-center flex-1 min-w-0 gap-2">
              <input
                type="checkbox"
                className="tick align-middle cursor-pointer flex-none bg-container rounded-sm border border-edge"
                checked={shown.has(column.key)}
                disabled={column.fixed !== undefined}
                aria-keyshortcuts={column.fixed ? undefined : 'Alt+ArrowUp Alt+ArrowDown'}
                onChange={() => toggle(column.key)}
                onKeyDown={(event) => onKeyDown(event, column.key, index)}
              />
              {column.title}
              {column.hideOrder !== undefined && visibleKeys.length === 0 && (
                <small className="text-xs text-text3">窄时让出</small>
              )}
            </label>
            {column.fixed ? (
              <span className="note whitespace-nowrap text-xs text-text3">固定</span>
            ) : (
              <span className="note keys key-hint whitespace-nowrap text-xs text-text3">
                <kbd>Alt</kbd> <kbd>↑↓</kbd> 移动
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the next enabled checkbox above or below. */
function focusable(list: HTMLElement | null, index: number, step: number): HTMLElement | undefined {
  const ticks = [...(list?.querySelectorAll<HTMLInputElement>('input') ?? [])];
  const rest = step > 0 ? ticks.slice(index + 1) : ticks.slice(0, index).reverse();
  return rest.find(({ disabled }) => !disabled);
}
