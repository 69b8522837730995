import { type ReactNode, Suspense, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { trapFocus, useFocusInside } from '#web/core/focusTrap.ts';
import { Button } from '#web/ui/Button.tsx';
import { useHotkey } from './hotkeys.ts';
import './printPage.css';

interface Props {
  label: string;
  className: string;
  /** Bar above the print page, not printed; default: a button that prints. */
  bar?: ReactNode;
  /** Links by which others read the page, shown on request. */
  links?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

const printButton = (
  <Button kind="primary" data-autofocus onClick={() => window.print()}>
    打印
  </Button>
);

/** A print preview: covers the screen until it is closed; only this is printed. */
export function PrintPage({ label, className, bar = printButton, links, onClose, children }: Props) {
  const [sharing, setSharing] = useState(false);
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
        {links && (
          <Button aria-expanded={sharing} onClick={() => setSharing(!sharing)}>
            分享链接
          </Button>
        )}
        <Button onClick={onClose}>
          关闭 <kbd>Esc</kbd>
        </Button>
      </div>
      {sharing && <Suspense fallback={null}>{links}</Suspense>}
      {children}
    </div>,
    document.body,
  );
}
