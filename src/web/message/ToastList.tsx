import { Check, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { LevelSign } from '#web/ui/icons.tsx';
import { CopyButton } from './CopyButton.tsx';
import { dropToast, type Toast, type ToastKind } from './queue.ts';

/**
 * The toasts, newest at the bottom. The live regions are always mounted, so that screen readers announce new toasts.
 */
export function ToastList({ toasts }: { toasts: readonly Toast[] }) {
  useEscape(toasts.at(-1)?.id);
  const urgent = toasts.filter((toast) => toast.kind === 'error');
  const calm = toasts.filter((toast) => toast.kind !== 'error');
  return (
    <div className="toasts fixed pointer-events-none flex flex-col gap-2">
      <div className="flex flex-col items-center gap-2 empty:hidden" role="alert">
        {urgent.map((toast) => (
          <ToastLine key={toast.id} toast={toast} />
        ))}
      </div>
      <div className="flex flex-col items-center gap-2 empty:hidden" role="status">
        {calm.map((toast) => (
          <ToastLine key={toast.id} toast={toast} />
        ))}
      </div>
    </div>
  );
}

function ToastLine({ toast }: { toast: Toast }) {
  const [paused, setPaused] = useState(false);
  const remainingMs = useRef(toast.ms);
  useEffect(() => {
    if (paused) return;
    const since = Date.now();
    const timer = setTimeout(() => dropToast(toast.id), remainingMs.current);
    return () => {
      clearTimeout(timer);
      remainingMs.current -= Date.now() - since;
    };
  }, [paused, toast.id]);
  return (
    <div
      className="toast rounded-lg flex items-center gap-2.5 min-h-10 bg-elevated shadow-md"
      data-kind={toast.kind}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
    >
      <ToastSign kind={toast.kind} />
      <span>
        {toast.text}
        {toast.trace && (
          <small className="block text-xs text-text3">
            追踪号 {toast.trace} <CopyButton text={toast.trace} label="复制" />
          </small>
        )}
      </span>
      <button
        type="button"
        className="toast-close min-h-6"
        aria-label="关闭提示 Esc"
        onClick={() => dropToast(toast.id)}
      >
        <kbd>Esc</kbd>
        <X className="touch-only" size={16} aria-hidden="true" />
      </button>
    </div>
  );
}

const tones = { success: '', warning: 'tone-warn', error: 'tone-urgent' };

/** Tick, i, ! and ×: the shape shows the kind, the colour only repeats it. */
export function ToastSign({ kind, size = 20 }: { kind: ToastKind; size?: number }) {
  if (kind === 'info') return <LevelSign level={4} size={size} />;
  const Mark = kind === 'success' ? Check : X;
  return (
    <span
      className={`toast-sign rounded-full ${tones[kind]} inline-flex items-center justify-center flex-none font-bold`}
      style={{ width: size, height: size }}
      aria-hidden="true"
    >
      {kind === 'warning' ? '!' : <Mark size={size * 0.65} strokeWidth={3} />}
    </span>
  );
}

/** Returns the open dialogs, drawers and print pages, the last opened at the end. */
function opened(): Element[] {
  return [...document.querySelectorAll('[aria-modal="true"]')].filter((element) => element.getClientRects().length > 0);
}

/** Closes the newest toast on Esc before elements below get the key; elements opened after the toast come first. */
function useEscape(id: number | undefined): void {
  useEffect(() => {
    if (id === undefined) return;
    const below = opened();
    const close = (event: KeyboardEvent) => {
      const last = opened().at(-1);
      if (event.key !== 'Escape' || (last && !below.includes(last))) return;
      event.stopImmediatePropagation();
      event.preventDefault();
      dropToast(id);
    };
    addEventListener('keydown', close, true);
    return () => removeEventListener('keydown', close, true);
  }, [id]);
}
