// form: forms in a dialog, and their controls.

import { lazy, type ReactNode, Suspense, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { Endpoint, InputKey } from '#shared/endpoint.ts';
import { usePreload } from '#web/core/preload.ts';
import { NavigationProgress } from '#web/core/progress.ts';
import type { DialogFormHandle, DialogFormProps, EndpointFormProps, FormValues } from './types.ts';

const load = () => import('./DialogFormContent.tsx');
const DialogFormContent = lazy(load);

/**
 * The dialog form (specification section 2), controlled through its `ref`; its code loads after the screen. Closing
 * resets the fields and calls `onClosed`; unsaved input is kept as a draft for the next opening.
 */
export function DialogForm<E extends Endpoint, K extends string = InputKey<E>>(
  props: EndpointFormProps<E, K>,
): ReactNode;
export function DialogForm<T, K extends string = string>(props: DialogFormProps<T, K>): ReactNode;
export function DialogForm<E extends Endpoint, T>(props: EndpointFormProps<E, string> | DialogFormProps<T>) {
  const inner = useRef<DialogFormHandle>(null);
  /** Values of an `open` call that waits for the code. */
  const pendingOpen = useRef<{ values: FormValues | undefined } | null>(null);
  const [needed, setNeeded] = useState(false);
  usePreload(load);

  const attach = useCallback((handle: DialogFormHandle | null) => {
    inner.current = handle;
    if (!handle || !pendingOpen.current) return;
    const { values } = pendingOpen.current;
    pendingOpen.current = null;
    handle.open(values);
  }, []);

  useImperativeHandle(
    props.ref,
    () => ({
      open: (values) => {
        if (inner.current) return inner.current.open(values);
        pendingOpen.current = { values };
        setNeeded(true);
      },
      close: () => {
        pendingOpen.current = null;
        inner.current?.close();
      },
      goTo: (field) => inner.current?.goTo(field),
      rederive: () => inner.current?.rederive(),
      validate: () => inner.current?.validate() ?? [],
      values: () => inner.current?.values() ?? {},
    }),
    [],
  );

  if (!needed) return null;
  return (
    <Suspense fallback={<NavigationProgress />}>
      <DialogFormContent {...(props as DialogFormProps | EndpointFormProps<Endpoint, string>)} ref={attach} />
    </Suspense>
  );
}

/** Dialog form that is open while mounted; restores the focus. */
export function MountedForm<T, K extends string = string>({
  onClose,
  ...props
}: Omit<DialogFormProps<T, K>, 'ref' | 'onClosed'> & { onClose: () => void }) {
  const form = useRef<DialogFormHandle>(null);
  useEffect(() => {
    const previousFocus = document.activeElement;
    form.current?.open();
    return () => {
      if (previousFocus instanceof HTMLElement) previousFocus.focus();
    };
  }, []);
  return <DialogForm<T, K> size="small" {...props} ref={form} onClosed={onClose} />;
}
