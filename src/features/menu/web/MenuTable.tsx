import { type DragEvent, type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { type DropTarget, dropPlace, pathTo } from '#web/tree/treeNodes.ts';
import { MenuRow } from './MenuRow.tsx';
import type { Menu } from './types.ts';

interface Props {
  /** Shown entries: all, or the results of a search. */
  nodes: readonly Menu[];
  fullTree: readonly Menu[];
  closed: ReadonlySet<string>;
  onToggle: (id: string) => void;
  edits: boolean;
  drags: boolean;
  onMove: (id: string, to: DropTarget) => void;
  onAdd: (parent: Menu) => void;
  onEdit: (row: Menu) => void;
  onChanged: () => Promise<void>;
  /** Content below the head when no entry is shown. */
  empty: ReactNode;
}

/** Columns; widths in px or as a share of the rest, so that they do not depend on the rows. */
const columns: readonly { title: string; share: number | string; number?: boolean }[] = [
  { title: '名称', share: '34%' },
  { title: '类型', share: 56 },
  { title: '地址', share: '24%' },
  { title: '权限标识', share: '24%' },
  { title: '接口', share: 44, number: true },
  { title: '角色', share: '18%' },
  { title: '排序', share: 44, number: true },
  { title: '可见', share: 48 },
  { title: '缓存', share: 48 },
  { title: '状态', share: 64 },
];

type At = 'before' | 'inside' | 'after';

function visible(nodes: readonly Menu[], closed: ReadonlySet<string>, depth = 0): { node: Menu; depth: number }[] {
  return nodes.flatMap((node) => [
    { node, depth },
    ...(closed.has(node.id) ? [] : visible(node.children, closed, depth + 1)),
  ]);
}

/** Returns the drop position: inside in the middle of a row, before or after at its edges. */
function placeIn(event: DragEvent<HTMLElement>, takes: boolean): At {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  const share = (event.clientY - top) / height;
  if (!takes) return share < 0.5 ? 'before' : 'after';
  return share < 0.28 ? 'before' : share > 0.72 ? 'after' : 'inside';
}

function takesIn(target: Menu, moving: Menu | undefined): boolean {
  return moving?.type === 'button' ? target.type === 'menu' : target.type === 'dir';
}

/** Tree as a table; rows are dragged, or moved among their siblings with Alt ↑ and Alt ↓. */
export function MenuTable({ nodes, fullTree, closed, drags, onMove, empty, ...row }: Props) {
  const rows = useMemo(() => visible(nodes, closed), [nodes, closed]);
  const [moving, setMoving] = useState<Menu>();
  const [over, setOver] = useState<{ id: string; position: At }>();

  function drop(): void {
    const to = moving && over && dropPlace(fullTree, moving.id, over.id, over.position);
    if (moving && to) onMove(moving.id, to);
    setMoving(undefined);
    setOver(undefined);
  }

  function onKeyDown(event: KeyboardEvent, node: Menu): void {
    const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    if (step === undefined || !drags) return;
    event.preventDefault();
    const parent = pathTo(fullTree, node.id).at(-2);
    const siblings = parent?.children ?? fullTree;
    const index = siblings.findIndex(({ id }) => id === node.id) + step;
    if (index >= 0 && index < siblings.length) onMove(node.id, { parentId: parent?.id ?? null, index });
  }

  return (
    <div className="menu-rows flex-1 min-h-0 overflow-auto">
      <table className="ruled plain-table text-[13px] w-full" aria-label="菜单树">
        <colgroup>
          {columns.map(({ title, share }) => (
            <col key={title} style={{ width: share }} />
          ))}
          {row.edits && <col style={{ width: 176 }} />}
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ title, number }) => (
              <th key={title} scope="col" className={number ? 'number' : undefined}>
                {title}
              </th>
            ))}
            {row.edits && <th scope="col">操作</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ node, depth }) => (
            <MenuRow
              key={node.id}
              {...row}
              node={node}
              depth={depth}
              open={!closed.has(node.id)}
              mark={over?.id === node.id && moving?.id !== node.id ? over.position : undefined}
              rowProps={{
                tabIndex: 0,
                onKeyDown: (event) => onKeyDown(event, node),
                draggable: drags,
                onDragStart: () => setMoving(node),
                onDragEnd: () => {
                  setMoving(undefined);
                  setOver(undefined);
                },
                onDragOver: (event) => {
                  event.preventDefault();
                  const position = placeIn(event, takesIn(node, moving));
                  if (over?.id !== node.id || over.position !== position) setOver({ id: node.id, position });
                },
                onDrop: (event) => {
                  event.preventDefault();
                  drop();
                },
              }}
            />
          ))}
        </tbody>
      </table>
      {rows.length === 0 && empty}
    </div>
  );
}
