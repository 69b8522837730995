// form: forms in a dialog, and their controls.

import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Endpoint, InputKey } from '#shared/endpoint.ts';
import { usePreload } from '#web/core/preload.ts';
import { NavigationProgress } from '#web/core/progress.ts';
import type { DialogFormProps, EndpointFormProps } from './types.ts';

const load = () => import('./DialogFormContent.tsx');
const DialogFormContent = lazy(load);

/**
 * The dialog form (specification section 2), opened by `open`; its code loads after the screen. It closes itself, then
 * resets the fields and calls `onClosed`, which clears `open` or unmounts it. Unsaved input is kept as a draft for the
 * next opening.
 */
export function DialogForm<E extends Endpoint, K extends string = InputKey<E>>(
  props: EndpointFormProps<E, K>,
): ReactNode;
export function DialogForm<T, K extends string = string>(props: DialogFormProps<T, K>): ReactNode;
export function DialogForm<E extends Endpoint, T>(props: EndpointFormProps<E, string> | DialogFormProps<T>) {
  const [needed, setNeeded] = useState(false);
  if (props.open && !needed) setNeeded(true);
  usePreload(load);
  if (!needed) return null;
  return (
    <Suspense fallback={<NavigationProgress />}>
      <DialogFormContent {...(props as DialogFormProps | EndpointFormProps<Endpoint, string>)} />
    </Suspense>
  );
}
