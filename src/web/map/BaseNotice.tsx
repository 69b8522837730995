import { type ReactNode, useSyncExternalStore } from 'react';
import type { MapBase } from './base/load.ts';
import type { TileBase } from './tiles/tileBase.ts';

interface Props {
  base: MapBase | undefined;
  /** The bundled base has not loaded. */
  failed: boolean;
  onRetry: () => void;
  /** A note on the rest of the map. */
  children?: ReactNode;
}

/** One quiet line where the base, or something else of the map, is not drawn. */
export function BaseNotice({ base, failed, onRetry, children }: Props) {
  if (failed)
    return (
      <Line>
        底图没有载入，位置不受影响。
        <button type="button" onClick={onRetry}>
          重试
        </button>
      </Line>
    );
  if (children) return <Line>{children}</Line>;
  if (base?.tilesFailed) return <Line>{noTiles}</Line>;
  return base?.tiles ? <TileNotice tiles={base.tiles} /> : null;
}

const noTiles = '设置的底图没有载入，先显示内置底图';

function TileNotice({ tiles: { status } }: { tiles: TileBase }) {
  return useSyncExternalStore(status.subscribe, status.get) === 'failing' ? <Line>{noTiles}</Line> : null;
}

function Line({ children }: { children: ReactNode }) {
  return (
    <p className="map-notice absolute px-2 py-1 rounded-sm text-xs bg-elevated" role="status">
      {children}
    </p>
  );
}
