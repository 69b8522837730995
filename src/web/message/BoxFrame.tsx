import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { trapFocus, useFocusInside } from '#web/core/focusTrap.ts';
import { Button } from '#web/ui/Button.tsx';
import { LevelSign } from '#web/ui/icons.tsx';
import type { BoxLevel } from './queue.ts';
import { ToastSign } from './ToastList.tsx';

interface BoxFrameProps {
  title: string;
  level: BoxLevel;
  children?: ReactNode;
  footer: ReactNode;
  /** Called by Esc, × and a click outside; absent for an alert, which closes only by its button. */
  onDismiss?: () => void;
}

/** Frame of every message box: traps the focus, starts at `[data-autofocus]` and returns the focus. */
export function BoxFrame({ title, level, children, footer, onDismiss }: BoxFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const id = useId();
  useFocusInside(frame);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab' && frame.current) trapFocus(event, frame.current);
    if (event.key === 'Escape') {
      // The content below must not close instead.
      event.nativeEvent.stopImmediatePropagation();
      event.stopPropagation();
      onDismiss?.();
    }
  };
  return createPortal(
    <div className="mask box-mask overflow-y-auto flex justify-center items-start">
      {/* An exit for the pointer; the keyboard has Esc. */}
      {onDismiss && (
        <button type="button" className="box-outside fixed" aria-label="关闭" tabIndex={-1} onClick={onDismiss} />
      )}
      <div
        ref={frame}
        className="box shadow-md relative bg-elevated max-w-full"
        role="alertdialog"
        aria-modal="true"
        aria-labelledby={`${id}title`}
        aria-describedby={`${id}text`}
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        <div className="flex items-center gap-3">
          <BoxSign level={level} />
          <h2 className="flex-1 text-base leading-6" id={`${id}title`}>
            {title}
          </h2>
          {onDismiss && (
            <Button kind="icon" className="box-close text-text3" size={28} aria-label="关闭" onClick={onDismiss}>
              <X size={16} />
            </Button>
          )}
        </div>
        <div className="box-text min-h-11 wrap-anywhere leading-5.5 text-text2" id={`${id}text`}>
          {children}
        </div>
        <div className="max-md:[&_.button]:min-h-11 flex items-center gap-2">{footer}</div>
      </div>
    </div>,
    document.body,
  );
}

function BoxSign({ level }: { level: BoxLevel }) {
  if (level === 'success' || level === 'error') return <ToastSign kind={level} size={24} />;
  return <LevelSign level={level === 'warning' ? 2 : level === 'notice' ? 3 : 4} size={24} />;
}
