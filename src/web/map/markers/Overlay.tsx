import { useSyncExternalStore } from 'react';
import type { Camera } from '../camera/camera.ts';
import { fitted, zoomLimits } from '../camera/projection.ts';
import type { MapLine, MapMarker, MapZone } from '../types.ts';
import { useNow } from './age.ts';
import { type Cluster, clustered } from './clusters.ts';
import { GeometryLayer } from './GeometryLayer.tsx';
import { placeLabels } from './labelPlaces.ts';
import { MarkerButton } from './MarkerButton.tsx';
import { byWeight, inView, labelOf } from './markerLabels.ts';

type ClusterProps = { cluster: Cluster; camera: Camera; onPile: Props['onPile'] };

function ClusterButton({ cluster, camera, onPile }: ClusterProps) {
  const open = () => {
    const { width, height, zoom } = camera.getView();
    if (onPile && zoom >= zoomLimits.max) {
      onPile(cluster.members.map(({ marker }) => marker.id));
      return;
    }
    const target = fitted(
      cluster.members.map((member) => member.marker),
      { width, height },
      60,
      zoom + 3,
    );
    if (target) {
      camera.show(target);
    }
  };
  return (
    <button
      type="button"
      className="map-cluster h-9 rounded-full font-bold text-[13px] bg-elevated"
      style={{ transform: `translate(${cluster.x.toFixed(1)}px, ${cluster.y.toFixed(1)}px)` }}
      aria-label={`${cluster.members.length} ${onPile ? '人' : '台设备'}，放大查看`}
      onClick={open}
    >
      {cluster.members.length}
    </button>
  );
}

type Props = {
  camera: Camera;
  markers: readonly MapMarker[];
  lines: readonly MapLine[];
  zones: readonly MapZone[];
  selectedId: string | undefined;
  onMarkerClick: ((id: string) => void) | undefined;
  /** Called with the people of a pile that the last zoom does not open. */
  onPile?: ((ids: string[]) => void) | undefined;
};

/** Everything that moves over the base: fences, tracks, accuracy, markers with their labels. */
export function Overlay({ camera, markers, lines, zones, selectedId, onMarkerClick, onPile }: Props) {
  const viewport = useSyncExternalStore(camera.subscribe, camera.getView);
  const now = useNow(30_000);
  const { single, clusters } = clustered(inView(markers, viewport), selectedId);
  const ordered = byWeight(single, selectedId);
  const sides = placeLabels(
    ordered.map((one) => labelOf(one, selectedId, now)),
    viewport,
  );
  return (
    <div className="map-overlay pointer-events-none overflow-hidden">
      <GeometryLayer viewport={viewport} markers={ordered.map((member) => member.marker)} lines={lines} zones={zones} />
      {clusters.map((cluster) => (
        <ClusterButton key={cluster.id} cluster={cluster} camera={camera} onPile={onPile} />
      ))}
      {/* The marker with the highest weight comes last, on top of the others. */}
      {ordered.toReversed().map(({ marker, x, y }) => (
        <MarkerButton
          key={marker.id}
          marker={marker}
          point={{ x, y }}
          side={sides.get(marker.id)}
          selected={marker.id === selectedId}
          now={now}
          onClick={onMarkerClick}
        />
      ))}
    </div>
  );
}
