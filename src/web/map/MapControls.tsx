import { Maximize, Minus, Plus, SquareArrowOutUpRight } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { Camera } from './camera/camera.ts';
import { metresPerPixel, scaleBar, zoomLimits } from './camera/projection.ts';

const widestScale = 96;

/** Scale bar in metres, bottom left. */
export function ScaleBar({ camera }: { camera: Camera }) {
  const viewport = useSyncExternalStore(camera.subscribe, camera.getView);
  const { pixels, text } = scaleBar(metresPerPixel(viewport), widestScale);
  return (
    <div
      className="map-scale pointer-events-none absolute whitespace-nowrap text-xs text-text"
      style={{ width: pixels }}
    >
      {text}
    </div>
  );
}

/** Buttons: zoom, show all, and the link to an external map. */
export function MapControls({
  camera,
  onShowAll,
  link,
}: {
  camera: Camera;
  onShowAll: () => void;
  link: string | undefined;
}) {
  const { zoom } = useSyncExternalStore(camera.subscribe, camera.getView);
  return (
    <div className="map-controls absolute flex flex-col rounded-md border border-border bg-elevated overflow-hidden">
      <button
        type="button"
        title="放大（+）"
        aria-label="放大"
        disabled={zoom >= zoomLimits.max}
        onClick={() => camera.zoomBy(1)}
      >
        <Plus size={16} aria-hidden="true" />
      </button>
      <button
        type="button"
        title="缩小（−）"
        aria-label="缩小"
        disabled={zoom <= zoomLimits.min}
        onClick={() => camera.zoomBy(-1)}
      >
        <Minus size={16} aria-hidden="true" />
      </button>
      <button type="button" title="全部显示（0）" aria-label="全部显示" onClick={onShowAll}>
        <Maximize size={15} aria-hidden="true" />
      </button>
      {link ? (
        <a href={link} target="_blank" rel="noreferrer" title="在高德地图打开" aria-label="在高德地图打开">
          <SquareArrowOutUpRight size={15} aria-hidden="true" />
        </a>
      ) : null}
    </div>
  );
}
