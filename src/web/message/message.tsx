// message: message boxes, toasts, and a sentence beside a field.

import type { ReactNode } from 'react';
import { type BoxOptions, type ConfirmOptions, openBox, type PromptOptions, pushToast } from './queue.ts';

/** How long a toast stands unless it is told otherwise (specification section 9). */
const toastMs = 3000;

/** Short words at the top of the page: 3 s, longer under the pointer; Esc closes the newest. */
export const toast = {
  success: (text: string, ms = toastMs) => pushToast('success', text, ms),
  info: (text: string, ms = toastMs) => pushToast('info', text, ms),
  warning: (text: string, ms = toastMs) => pushToast('warning', text, ms),
  /** `trace` stands below with a button that copies it. */
  error: (text: string, ms = toastMs, trace?: string) => pushToast('error', text, ms, trace),
};

/** Message boxes; without options they say 提示, 确定, 取消. A change of the route closes them. */
export const box = {
  /** Says something that must be read: only its button closes it. */
  async alert(text: ReactNode, options: BoxOptions = {}): Promise<void> {
    await openBox('alert', text, options);
  },
  /** Asks; true when it was confirmed, false for every other way out. */
  async confirm(text: ReactNode, options: ConfirmOptions = {}): Promise<boolean> {
    return (await openBox('confirm', text, options)) === true;
  },
  /** Asks for a text; null for every way out but the confirming button. */
  async prompt(text: ReactNode, options: PromptOptions = {}): Promise<string | null> {
    const result = await openBox('prompt', text, options);
    return typeof result === 'string' ? result : null;
  },
};
