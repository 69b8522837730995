import { type ReactNode, useRef } from 'react';
import { createPortal } from 'react-dom';
import { trapFocus, useFocusInside } from '#web/core/focusTrap.ts';
import { Button } from '#web/ui/Button.tsx';
import { useHotkey } from './hotkeys.ts';
import './printPage.css';

interface Props {
  label: string;
  className: string;
  /** Bar above the print page, not printed. */
  bar: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A print preview: covers the screen until it is closed; only this is printed. */
export function PrintPage({ label, className, bar, onClose, children }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  useFocusInside(frame);
  useHotkey('Esc', onClose);
  return createPortal(
    <div
      ref={frame}
      className={`paper fixed ${className}`}
      role="dialog"
      aria-label={label}
      aria-modal="true"
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Tab' && frame.current && trapFocus(event, frame.current)}
    >
      <div className="paper-bar sticky top-0 z-1 flex flex-wrap gap-2 px-6 py-3">
        {bar}
        <Button onClick={onClose}>
          关闭 <kbd>Esc</kbd>
        </Button>
      </div>
      {children}
    </div>,
    document.body,
  );
}
