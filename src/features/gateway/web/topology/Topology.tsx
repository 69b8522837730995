import { useState } from 'react';
import { gatewayApi } from '#features/gateway/contract.ts';
import { SectionPart } from '#web/record/SectionPart.tsx';
import { useCall } from '#web/screen/useCall.ts';
import { Segments } from '#web/ui/Segments.tsx';
import type { Child } from '../child/types.ts';
import { type Gateway, pollMs } from '../record/types.ts';
import { Legend } from './Legend.tsx';
import { dense } from './layout.ts';
import { NodeTable } from './NodeTable.tsx';
import { type DrawnChild, drawnChildren } from './nodes.ts';
import { Picture } from './Picture.tsx';
import './topology.css';

const views = [
  { key: 'picture', label: '图' },
  { key: 'table', label: '表' },
] as const;

interface Props {
  gateway: Gateway;
  /** Children that wait for an act. */
  pending: readonly Child[];
  onAdd: (row: Child) => void;
}

/** Shows how the gateway hears its children: as a picture, or as a table of the same (picture 20). */
export function Topology({ gateway, pending, onAdd }: Props) {
  const [view, setView] = useState<(typeof views)[number]['key']>('picture');
  const read = useCall(gatewayApi.getGatewayTopology, { id: gateway.id }, { refetchInterval: pollMs });
  const open = (node: DrawnChild) => {
    const child = pending.find(({ known, number }) => known === 'new' && number === node.id);
    if (child) onAdd(child);
    else location.hash = `#/equipment/list/${node.id}`;
  };
  return (
    <section className="flex flex-col gap-2 min-w-0" aria-label="拓扑">
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-sm">
          拓扑 <span className="font-normal text-xs text-text2">离中心越近信号越强</span>
        </h2>
        <Segments label="拓扑的样子" segments={views} value={view} onChange={setView} />
      </div>
      <SectionPart {...read} what="拓扑">
        {({ children, count }) => {
          const nodes = drawnChildren(children, pending);
          if (nodes.length === 0) return <p className="text-[13px] text-text2">还没有子设备。</p>;
          return (
            <>
              {view === 'table' ? (
                <NodeTable nodes={nodes} />
              ) : (
                <div className={nodes.length > dense ? 'topology crowded' : 'topology'}>
                  <Legend nodes={nodes} isOnline={gateway.online === 'online'} />
                  <Picture name={gateway.name} online={gateway.online} nodes={nodes} onOpen={open} />
                </div>
              )}
              {count > children.length && (
                <p className="text-xs text-text2">
                  共 {count} 台，这里是信号最弱的 {children.length} 台。
                </p>
              )}
            </>
          );
        }}
      </SectionPart>
    </section>
  );
}
