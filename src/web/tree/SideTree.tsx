// tree: the tree beside a list.

import { Tree } from 'antd';
// Only the plain input: the package's entry also loads search boxes, text areas and OTP inputs.
import Input from 'antd/es/input/Input';
import type { DataNode } from 'antd/es/tree';
import { Search } from 'lucide-react';
import {
  type ComponentRef,
  type DragEvent,
  type Key,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  type Arrow,
  arrowPlace,
  type DropTarget,
  dropPlace,
  filterTree,
  flatten,
  pathTo,
} from '#web/tree/treeNodes.ts';
import { Button } from '#web/ui/Button.tsx';
import './tree.css';

/** Drawn parts of a node of the tree beside a screen. */
export interface SideNode {
  id: string;
  name: string;
  /** Small text behind the name. */
  note?: ReactNode;
  icon?: ReactNode;
  /** Disabled: shown in grey. */
  muted?: boolean;
  /** Further search terms (code, leader). */
  keywords?: string;
  children: readonly SideNode[];
}

interface Props {
  label: string;
  nodes: readonly SideNode[];
  selected: string | undefined;
  onSelect: (id: string) => void;
  placeholder: string;
  /** Moves a node; absent: nodes cannot be moved, neither by dragging nor by Alt and an arrow key. */
  onMove?: (id: string, to: DropTarget) => void;
  /** Content above the search: text and buttons. */
  head?: ReactNode;
  /** Content instead of the rows while there is no tree: loading, or failed. */
  instead?: ReactNode;
  /** Number of levels that are open at first. */
  openLevels?: number;
}

function idsOfLevels(nodes: readonly SideNode[], levels: number): string[] {
  return levels <= 0 ? [] : nodes.flatMap(({ id, children }) => [id, ...idsOfLevels(children, levels - 1)]);
}

function useHeight(): [React.RefObject<HTMLDivElement | null>, number] {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(400);
  useEffect(() => {
    if (!box.current) return;
    const watch = new ResizeObserver(([entry]) => entry && setHeight(entry.contentRect.height));
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  return [box, height];
}

/** A tree beside a screen: search, expand, select, and move with `onMove`. Only visible rows are drawn. */
export function SideTree({
  label,
  nodes,
  selected,
  onSelect,
  placeholder,
  onMove,
  head,
  instead,
  openLevels = 2,
}: Props) {
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<readonly Key[]>();
  const [over, setOver] = useState<Over>();
  const [box, height] = useHeight();
  const keyword = search.trim().toLowerCase();
  const shown = useMemo(
    () =>
      keyword
        ? filterTree(nodes, (node) => `${node.name} ${node.keywords ?? ''}`.toLowerCase().includes(keyword))
        : nodes,
    [nodes, keyword],
  );
  const all = useMemo(() => flatten(shown), [shown]);
  const toSelected = useMemo(
    () =>
      selected
        ? pathTo(nodes, selected)
            .slice(0, -1)
            .map(({ id }) => id)
        : [],
    [nodes, selected],
  );
  const open = keyword
    ? all.map(({ id }) => id)
    : (opened ?? [...new Set([...idsOfLevels(nodes, openLevels), ...toSelected])]);
  const flat = nodes.every(({ children }) => children.length === 0);
  const data = useMemo(() => shown.map((node) => drawn(node, keyword, over)), [shown, keyword, over]);
  const movable = onMove !== undefined && !keyword;
  const tree = useRef<ComponentRef<typeof Tree>>(null);
  const hasNodes = shown.length > 0;
  // A node that the URL names, or a new node, can be far below.
  useEffect(() => {
    if (hasNodes && selected) tree.current?.scrollTo({ key: selected });
  }, [hasNodes, selected]);
  /** Node that the arrow keys have reached. */
  const active = useRef<Key | null>(null);
  const moveByKey = (event: KeyboardEvent) => {
    if (!movable || !event.altKey || !event.key.startsWith('Arrow')) return;
    // The tree itself would move to the next node.
    event.preventDefault();
    event.stopPropagation();
    const id = String(active.current ?? selected ?? '');
    const place = arrowPlace(nodes, id, event.key as Arrow);
    if (!place) return;
    if (place.parentId !== null && !open.includes(place.parentId)) setOpened([...open, place.parentId]);
    onMove(id, place);
  };
  return (
    <section
      className={`side-tree border-r border-line${flat ? ' flat' : ''} flex flex-col min-h-0 bg-s2`}
      aria-label={label}
    >
      {head && (
        <div className="side-tree-head min-h-11 flex items-center justify-between flex-none gap-2 border-b border-line">
          {head}
        </div>
      )}
      <div className="side-tree-search flex items-center flex-none gap-2">
        <Input
          allowClear
          aria-label={placeholder}
          placeholder={placeholder}
          prefix={<Search size={14} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        {!flat && (
          <Button kind="link" onClick={() => setOpened(open.length > nodes.length ? [] : all.map(({ id }) => id))}>
            {open.length > nodes.length ? '收起' : '展开'}
          </Button>
        )}
      </div>
      <div className="side-tree-rows flex-1 min-h-0 overflow-hidden" ref={box} onKeyDownCapture={moveByKey}>
        {data.length === 0 &&
          (instead ?? (
            <p className="side-tree-none text-center text-text3">
              {keyword ? `没有含「${search.trim()}」的` : '暂无数据'}
            </p>
          ))}
        {data.length > 0 && (
          <Tree
            ref={tree}
            blockNode
            showIcon={false}
            height={height}
            itemHeight={30}
            treeData={data}
            expandedKeys={[...open]}
            onExpand={(keys) => !keyword && setOpened(keys)}
            selectedKeys={selected ? [selected] : []}
            onSelect={(_keys, { node }) => onSelect(String(node.key))}
            onActiveChange={(key) => {
              active.current = key;
            }}
            draggable={movable ? { icon: false } : false}
            dropIndicatorRender={() => null}
            onDragOver={({ event, node }) => {
              const dropPosition = placeIn(event);
              if (over?.id !== node.key || over?.at !== dropPosition)
                setOver({ id: String(node.key), at: dropPosition });
            }}
            onDragEnd={() => setOver(undefined)}
            onDrop={({ event, node, dragNode }) => {
              setOver(undefined);
              const place = dropPlace(nodes, String(dragNode.key), String(node.key), placeIn(event));
              if (place) onMove?.(String(dragNode.key), place);
            }}
          />
        )}
      </div>
      {movable && (
        <p className="side-tree-hint key-hint text-xs text-text3 border-t border-line px-3 py-1.5">
          拖动，或按 <kbd>Alt</kbd> <kbd>方向键</kbd> 移动
        </p>
      )}
    </section>
  );
}

interface Over {
  id: string;
  at: 'before' | 'inside' | 'after';
}

/** Returns the drop position: the middle of a row drops inside, its edges before or after. */
function placeIn(event: DragEvent<HTMLElement>): Over['at'] {
  const row = (event.target as Element).closest('.ant-tree-treenode') ?? event.currentTarget;
  const { top, height } = row.getBoundingClientRect();
  const share = (event.clientY - top) / height;
  return share < 0.28 ? 'before' : share > 0.72 ? 'after' : 'inside';
}

function drawn(node: SideNode, keyword: string, over: Over | undefined): DataNode {
  return {
    key: node.id,
    title: (
      <span
        className={`side-tree-node${over?.id === node.id ? ` drop-${over.at}` : ''} [&_svg]:text-text3 flex items-center min-w-0 gap-1.5`}
      >
        {node.icon}
        <span
          className={`side-tree-name flex-1 min-w-0 truncate ${node.muted ? 'text-text3 line-through' : ''}`}
          title={node.name}
        >
          {marked(node.name, keyword)}
        </span>
        {node.note !== undefined && (
          <span className="side-tree-note pr-2 flex-none text-xs text-text3">{node.note}</span>
        )}
      </span>
    ),
    children: node.children.map((child) => drawn(child, keyword, over)),
  };
}

function marked(name: string, keyword: string): ReactNode {
  const index = keyword ? name.toLowerCase().indexOf(keyword) : -1;
  if (index < 0) return name;
  return (
    <>
      {name.slice(0, index)}
      <mark>{name.slice(index, index + keyword.length)}</mark>
      {name.slice(index + keyword.length)}
    </>
  );
}
