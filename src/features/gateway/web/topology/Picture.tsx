import { Router } from 'lucide-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { onlineStates } from '#shared/codes.ts';
import { dense, layoutOf } from './layout.ts';
import { type DrawnChild, describe, isWeak } from './nodes.ts';
import { Sign } from './Sign.tsx';

interface Props {
  name: string;
  online: keyof typeof onlineStates;
  nodes: readonly DrawnChild[];
  onOpen: (node: DrawnChild) => void;
}

/** Radius of the outer circle, and room for labels outside of it; px. */
const [radius, labelled, bare] = [108, 48, 12];
/** Labels above and below the circle are one line. */
const labelledHeight = 30;

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Returns the index of the child that a key leads to; undefined for another key. */
function target(key: string, index: number, count: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  return step && (index + step + count) % count;
}

/**
 * Picture of a gateway and its children; one of them is in the tab order, arrow keys lead around, Enter opens. The child
 * in focus or under the pointer is described below.
 */
export function Picture({ name, online, nodes, onOpen }: Props) {
  const layout = useMemo(() => layoutOf(nodes, radius), [nodes]);
  const hasLabels = layout.rooms.length > 0;
  const half = radius + (hasLabels ? labelled : bare);
  const halfHeight = radius + (hasLabels ? labelledHeight : bare);
  const [current, setCurrent] = useState<string>();
  const picture = useRef<SVGSVGElement>(null);
  const index = Math.max(
    0,
    layout.nodes.findIndex(({ node }) => node.id === current),
  );
  const shown = current === undefined ? undefined : layout.nodes[index]?.node;
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      const node = layout.nodes[index]?.node;
      if (node) onOpen(node);
      return;
    }
    const next = target(event.key, index, layout.nodes.length);
    if (next === undefined) return;
    event.preventDefault();
    picture.current?.querySelectorAll<SVGGElement>('[data-node]')[next]?.focus();
  }
  return (
    <div className="min-w-0 flex flex-col">
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing */}
      <svg
        ref={picture}
        className="topology-picture"
        viewBox={`${-half} ${-halfHeight} ${2 * half} ${2 * halfHeight}`}
        role="group"
        aria-label={`${name}的子设备 ${nodes.length} 台，方向键逐台查看，回车打开`}
        onKeyDown={onKeyDown}
      >
        {layout.rings.map((ring) => (
          <circle key={ring} className="ring" r={ring} />
        ))}
        {(nodes.length <= dense ? layout.nodes : []).map(({ node, x, y }) => (
          <path key={node.id} className="spoke" data-state={isWeak(node) ? 'weak' : node.state} d={`M0 0L${x} ${y}`} />
        ))}
        {layout.rooms.map((room) => (
          <text
            key={room.name}
            className={room.isOff ? 'off' : undefined}
            x={room.x}
            y={room.y + 4}
            textAnchor={Math.abs(room.x) < 20 ? 'middle' : room.x > 0 ? 'start' : 'end'}
          >
            {room.name.slice(0, 6)}
          </text>
        ))}
        <g className="topology-centre" data-online={online}>
          <circle r="22" />
          <g transform="translate(-10 -10)">
            <Router size={20} aria-hidden />
          </g>
        </g>
        {layout.nodes.map(({ node, x, y }, position) => (
          // biome-ignore lint/a11y/useSemanticElements: an element of a drawing
          <g
            key={node.id}
            data-node={node.id}
            className="node"
            role="button"
            tabIndex={position === index ? 0 : -1}
            aria-label={describe(node)}
            transform={`translate(${x - layout.size / 2} ${y - layout.size / 2})`}
            onClick={() => onOpen(node)}
            onFocus={() => setCurrent(node.id)}
            onPointerEnter={() => setCurrent(node.id)}
            onKeyDown={undefined}
          >
            <rect className="ground" x="-3" y="-3" width={layout.size + 6} height={layout.size + 6} rx="4" />
            <Sign state={node.state} size={layout.size} weak={isWeak(node)} />
          </g>
        ))}
      </svg>
      <p className="topology-text text-xs text-text2" aria-hidden="true">
        {shown ? describe(shown) : '指向或用方向键查看一台'}
      </p>
    </div>
  );
}
