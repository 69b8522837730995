import { type RefObject, useCallback, useRef } from 'react';

/**
 * Submits on Ctrl Enter anywhere in the form's dialog, before the focused control gets the key (Enter opens a select).
 * A nested dialog has its own. Returns the form's ref callback, which also fills `form`.
 */
export function useSubmitKey(form: RefObject<HTMLFormElement | null>, submit: () => Promise<void>) {
  const latest = useRef(submit);
  latest.current = submit;
  return useCallback(
    (node: HTMLFormElement) => {
      form.current = node;
      const dialog = node.closest<HTMLElement>('.ant-modal-wrap') ?? node;
      function onKey(event: KeyboardEvent): void {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          event.stopPropagation();
          void latest.current();
        }
      }
      dialog.addEventListener('keydown', onKey, true);
      return () => {
        form.current = null;
        dialog.removeEventListener('keydown', onKey, true);
      };
    },
    [form],
  );
}
