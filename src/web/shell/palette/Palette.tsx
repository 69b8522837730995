import '../overlay.css';
import { useRef } from 'react';
import { useFocusInside } from '#web/core/focusTrap.ts';
import { useHotkey } from '#web/screen/hotkeys.ts';
import { showOverlay, useOverlay } from '../overlay.ts';
import { GlobalSearch } from './GlobalSearch.tsx';

/** Ctrl K: opens a screen of the user's menu, a customer, a device or an open warn. */
export function Palette() {
  const open = useOverlay() === 'palette';
  useHotkey('Ctrl K', () => showOverlay(open ? undefined : 'palette'));
  return open ? <PaletteBox /> : null;
}

function PaletteBox() {
  const frame = useRef<HTMLDivElement>(null);
  const close = () => showOverlay(undefined);
  useFocusInside(frame);
  return (
    <div className="mask palette-mask">
      <button type="button" className="box-outside fixed" aria-label="关闭" tabIndex={-1} onClick={close} />
      <div
        ref={frame}
        className="palette shadow-md flex flex-col overflow-hidden relative bg-elevated max-w-full"
        role="dialog"
        aria-modal="true"
        aria-label="搜索"
      >
        <GlobalSearch alone onLeave={close} />
      </div>
    </div>
  );
}
