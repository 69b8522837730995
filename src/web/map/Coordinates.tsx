import type { Position } from '#shared/district.ts';
import { toast } from '#web/message/message.tsx';

/**
 * Latitude and longitude in WGS-84 to 0.1 m; a click copies them. If the browser refuses, the text can be selected by
 * hand.
 */
export function Coordinates({ position }: { position: Position }) {
  const text = `${position.lat.toFixed(6)}, ${position.lng.toFixed(6)}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success('坐标已复制');
    } catch {
      toast.warning('浏览器没有允许复制，请选中坐标后复制');
    }
  };
  return (
    <button type="button" className="map-copy block" title="复制坐标（WGS-84）" onClick={() => void copy()}>
      {text}
    </button>
  );
}
