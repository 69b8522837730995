/** Clear buttons of antd, which are visible only under the mouse. */
const clearButtons = '.ant-select-clear, .ant-picker-clear, .ant-input-clear-icon';
/** Input of a select with an open list. */
const openSelect = '.ant-select [role=combobox][aria-expanded=true]';

/**
 * Makes Tab only move the focus. It skips clear buttons, because a hidden one would get the next keystroke. antd's
 * selects do not get it, because they would choose the option under the mouse; their list closes on blur.
 * @returns the function that stops it
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
