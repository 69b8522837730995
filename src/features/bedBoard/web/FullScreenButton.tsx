import { Maximize, Minimize } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Button } from '#web/ui/Button.tsx';

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

/** Shows the whole product on the full screen: a banner of a warn stays above the board. */
export function FullScreenButton() {
  const isFull = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  if (!document.fullscreenEnabled) return null;
  const toggle = () => (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  return (
    // A browser may refuse; then the page stays as it is.
    <Button className="board-full" onClick={() => void toggle().catch(() => undefined)}>
      {isFull ? <Minimize size={14} aria-hidden /> : <Maximize size={14} aria-hidden />}
      {isFull ? '退出全屏' : '全屏'}
    </Button>
  );
}
