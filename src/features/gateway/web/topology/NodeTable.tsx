import { Online, Signal } from '#features/equipment/web/service.ts';
import { PanelTable } from '#web/crud/PanelTable.tsx';
import { missing } from '#web/data/format.ts';
import type { Column } from '#web/table/types.ts';
import { type DrawnChild, stateText } from './nodes.ts';

const columns: Column<DrawnChild>[] = [
  { key: 'room', title: '位置', render: ({ room }) => room || missing },
  {
    key: 'name',
    title: '名称',
    render: ({ id, name, state }) =>
      state === 'new' ? (
        name
      ) : (
        <a className="text-text" href={`#/equipment/list/${id}`}>
          {name}
        </a>
      ),
  },
  {
    key: 'state',
    title: '在线',
    render: ({ state }) => (state === 'new' ? stateText(state) : <Online online={state} offlineSince={null} />),
  },
  {
    key: 'signal',
    title: '信号',
    render: ({ signal }) =>
      signal === null ? (
        missing
      ) : (
        <>
          <Signal signal={signal} /> {signal}
        </>
      ),
  },
];

/** The picture as a table, the weakest signal first. */
export function NodeTable({ nodes }: { nodes: readonly DrawnChild[] }) {
  const rows = [...nodes].sort((a, b) => (a.signal ?? 101) - (b.signal ?? 101));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable
    <section className="topology-table overflow-y-auto" tabIndex={0} aria-label="拓扑表">
      <PanelTable label="拓扑" columns={columns} rows={rows} faint={() => false} />
    </section>
  );
}
