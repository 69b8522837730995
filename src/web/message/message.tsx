// message: message boxes, toasts, and messages beside a field.

import type { ReactNode } from 'react';
import { type BoxOptions, type ConfirmOptions, openBox, type PromptOptions, pushToast } from './queue.ts';

/** Default duration of a toast, ms (specification section 9). */
const toastMs = 3000;

/** Toasts at the top of the page: 3 s, longer under the pointer; Esc closes the newest. */
export const toast = {
  success: (text: string, ms = toastMs) => pushToast('success', text, ms),
  info: (text: string, ms = toastMs) => pushToast('info', text, ms),
  warning: (text: string, ms = toastMs) => pushToast('warning', text, ms),
  /** `trace` is shown below, with a copy button. */
  error: (text: string, ms = toastMs, trace?: string) => pushToast('error', text, ms, trace),
};

/** Message boxes with the default texts 提示, 确定, 取消. A change of the route closes them. */
export const box = {
  /** Shows a text that must be read: only its button closes it. */
  async alert(text: ReactNode, options: BoxOptions = {}): Promise<void> {
    await openBox('alert', text, options);
  },
  /** Asks a question; true if confirmed, false for every other exit. */
  async confirm(text: ReactNode, options: ConfirmOptions = {}): Promise<boolean> {
    return (await openBox('confirm', text, options)) === true;
  },
  /** Asks for a text; null for every exit but the confirm button. */
  async prompt(text: ReactNode, options: PromptOptions = {}): Promise<string | null> {
    const result = await openBox('prompt', text, options);
    return typeof result === 'string' ? result : null;
  },
};
