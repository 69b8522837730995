import type { ReactNode } from 'react';

export type ToastKind = 'success' | 'info' | 'warning' | 'error';
export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
  /** Duration, ms. */
  ms: number;
  /** Trace id that finds the fault in the server's log; a button copies it. */
  trace?: string | undefined;
}

/** Icon before the title; `notice` is a conflict (level 3), never an error. */
export type BoxLevel = 'success' | 'info' | 'notice' | 'warning' | 'error';

export interface BoxOptions {
  /** Default: the text of `ok`, which names the action. */
  title?: string;
  /** A `warning` focuses 取消 first, because confirming is not harmless. */
  level?: BoxLevel;
  /** Text of the confirm button: the verb and its consequence. */
  ok?: string;
  /** Confirming destroys data: the button is red and 取消 has the focus. */
  danger?: boolean;
  /** Small text at the lower left. */
  note?: ReactNode;
  /** Third exit, a link at the lower left; the box closes as if cancelled. */
  aside?: { text: string; run: () => void };
  /** False keeps the box open when the route changes. */
  closeOnHashChange?: boolean;
}

export interface ConfirmOptions extends BoxOptions {
  cancel?: string;
}

export interface PromptOptions extends ConfirmOptions {
  label?: string;
  placeholder?: string;
  initial?: string;
  required?: boolean;
  multiline?: boolean;
  maxLength?: number;
  pattern?: RegExp;
  /** True accepts; a message or false refuses. */
  validator?: (value: string) => boolean | string | Promise<boolean | string>;
  /** Message if pattern or validator refuse without their own message. */
  error?: string;
}

export interface Box {
  id: number;
  kind: 'alert' | 'confirm' | 'prompt';
  text: ReactNode;
  options: PromptOptions;
  /** URL at which it was opened. */
  address: string;
  /** Closes the box: true or the text confirms, null is every other exit. */
  settle: (result: true | string | null) => void;
}

/** Toasts and boxes to show, in order; the host component draws them. */
export interface MessageState {
  toasts: readonly Toast[];
  boxes: readonly Box[];
}

let state: MessageState = { toasts: [], boxes: [] };
let lastId = 0;
const listeners = new Set<() => void>();

export function messageState(): MessageState {
  return state;
}

export function subscribeMessages(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a toast for `ms` milliseconds. A repeated text restarts its toast. */
export function pushToast(kind: ToastKind, text: string, ms: number, trace?: string): void {
  lastId += 1;
  const others = state.toasts.filter((toast) => toast.kind !== kind || toast.text !== text);
  set({ toasts: [...others, { id: lastId, kind, text, ms, trace }] });
}

export function dropToast(id: number): void {
  set({ toasts: state.toasts.filter((toast) => toast.id !== id) });
}

/** Opens a box; resolves once it is closed. */
export function openBox(kind: Box['kind'], text: ReactNode, options: PromptOptions): Promise<true | string | null> {
  lastId += 1;
  const id = lastId;
  return new Promise((resolve) => {
    const settle = (result: true | string | null) => {
      set({ boxes: state.boxes.filter((box) => box.id !== id) });
      resolve(result);
    };
    set({ boxes: [...state.boxes, { id, kind, text, options, address: location.href, settle }] });
  });
}

/** Closes boxes after a change of the route, except those that opted out. */
export function closeOnHashChange(): void {
  closeBoxes(state.boxes);
}

/** Closes the boxes of the former address: the page of the new one may have asked before this event comes. */
export function closeFormerBoxes(): void {
  closeBoxes(state.boxes.filter(({ address }) => address !== location.href));
}

function closeBoxes(boxes: readonly Box[]): void {
  for (const box of boxes) if (box.options.closeOnHashChange !== false) box.settle(null);
}

function set(change: Partial<MessageState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}
