import type { ReactNode } from 'react';

export type ToastKind = 'success' | 'info' | 'warning' | 'error';
export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
  /** Milliseconds until it goes by itself. */
  ms: number;
  /** Finds the fault in the server's log; copied by a button. */
  trace?: string | undefined;
}

/** The sign in front of the title; `notice` is a conflict (level 3), never an error. */
export type BoxLevel = 'success' | 'info' | 'notice' | 'warning' | 'error';

export interface BoxOptions {
  /** Default: the words of `ok`, which say what is asked. */
  title?: string;
  /** A `warning` begins at 取消: what is confirmed is not harmless. */
  level?: BoxLevel;
  /** Word of the confirming button: the verb and its consequence. */
  ok?: string;
  /** Confirming destroys something: the button is red and the focus rests on 取消. */
  danger?: boolean;
  /** Small words at the lower left. */
  note?: ReactNode;
  /** A third way out, as a link at the lower left; the box closes as if cancelled. */
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
  /** True passes; a sentence or false refuses. */
  validator?: (value: string) => boolean | string | Promise<boolean | string>;
  /** Said when pattern or validator refuse without a sentence of their own. */
  error?: string;
}

export interface Box {
  id: number;
  kind: 'alert' | 'confirm' | 'prompt';
  text: ReactNode;
  options: PromptOptions;
  /** Closes the box: true or the typed text confirms, null is every other way out. */
  settle: (result: true | string | null) => void;
}

/** What is to be shown, in order; the host component draws it. */
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

/** Shows a toast for `ms` milliseconds. The same words twice are one toast that begins anew. */
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
    set({ boxes: [...state.boxes, { id, kind, text, options, settle }] });
  });
}

/** The route has changed: boxes close, except those that ask to stay. */
export function closeOnHashChange(): void {
  for (const box of state.boxes) if (box.options.closeOnHashChange !== false) box.settle(null);
}

function set(change: Partial<MessageState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}
