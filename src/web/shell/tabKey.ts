/** antd shows them under the mouse alone. */
const clearButtons = '.ant-select-clear, .ant-picker-clear, .ant-input-clear-icon';
/** The line of a select whose list is open. */
const openSelect = '.ant-select [role=combobox][aria-expanded=true]';

/**
 * Tab moves the focus and does nothing else, in every input: it passes the clear buttons by, for a hidden one would take what
 * is typed next, and antd's selects do not see it, for they choose what is under the mouse with it. Their list closes as the
 * focus leaves.
 * @returns what ends it
 */
export function guardTab(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return;
    for (const button of document.querySelectorAll<HTMLElement>(clearButtons)) button.tabIndex = -1;
    if (event.target instanceof Element && event.target.matches(openSelect)) event.stopPropagation();
  };
  addEventListener('keydown', onKeyDown, true);
  return () => removeEventListener('keydown', onKeyDown, true);
}
