import { OnlineGlyph } from '#web/ui/icons.tsx';
import type { TopologyNode } from './layout.ts';

interface Props {
  state: TopologyNode['state'];
  size: number;
  /** A ring around the sign. */
  weak?: boolean;
}

/** Sign of a child: that of its online state as everywhere; a dashed square with + for a new one. */
export function Sign({ state, size, weak = false }: Props) {
  if (state === 'new')
    return (
      <svg className="topology-new" width={size} height={size} viewBox="0 0 16 16" fill="none" aria-hidden="true">
        <rect x="1.5" y="1.5" width="13" height="13" rx="3" strokeDasharray="3 2" />
        <path d="M8 5v6M5 8h6" />
      </svg>
    );
  if (!weak) return <OnlineGlyph online={state} size={size} />;
  return (
    <svg className="topology-weak" width={size} height={size} viewBox="0 0 16 16" fill="none" aria-hidden="true">
      <circle cx="8" cy="8" r="7" />
      <g transform="translate(3.5 3.5)">
        <OnlineGlyph online={state} size={9} />
      </g>
    </svg>
  );
}
