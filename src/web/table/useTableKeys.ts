import { useEffect, useRef } from 'react';

type TableKeys = {
  /** Only the page in front listens. */
  active: boolean;
  toFilter: () => void;
  reload: () => void;
  toRows: () => void;
};

const typing = 'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]';

/** `/` to the first filter, R reloads, J and K enter the rows: single letters, outside inputs and dialogs only (look.md 7). */
export function useTableKeys(keys: TableKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  const { active } = keys;

  useEffect(() => {
    if (!active) {
      return;
    }
    function onKey(event: KeyboardEvent): void {
      const target = event.target instanceof Element ? event.target : document.body;
      // A grid that has the focus moves by itself and has marked the key as used.
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || target.closest(typing)) {
        return;
      }
      const { toFilter, reload, toRows } = latest.current;
      const deed: Record<string, () => void> = { '/': toFilter, r: reload, j: toRows, k: toRows };
      const act = deed[event.key.toLowerCase()];
      if (act) {
        event.preventDefault();
        act();
      }
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [active]);
}
