import { useEffect, useRef } from 'react';
import { DialogForm } from './DialogForm.tsx';
import type { DialogFormHandle, DialogFormProps } from './types.ts';

/** Dialog form that is open while mounted; restores the focus. */
export function MountedForm<T>({
  onClose,
  ...props
}: Omit<DialogFormProps<T>, 'ref' | 'onClosed'> & { onClose: () => void }) {
  const form = useRef<DialogFormHandle>(null);
  useEffect(() => {
    const previousFocus = document.activeElement;
    form.current?.open();
    return () => {
      if (previousFocus instanceof HTMLElement) previousFocus.focus();
    };
  }, []);
  return <DialogForm<T> size="small" {...props} ref={form} onClosed={onClose} />;
}
