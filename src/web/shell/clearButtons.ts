/** antd shows them under the mouse alone. */
const clearButtons = '.ant-select-clear, .ant-picker-clear, .ant-input-clear-icon';

/**
 * Keeps Tab off the clear buttons of all inputs: a hidden one would take the focus, and with it what is typed next.
 * @returns what ends it
 */
export function skipClearButtons(): () => void {
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Tab') return;
    for (const button of document.querySelectorAll<HTMLElement>(clearButtons)) button.tabIndex = -1;
  };
  addEventListener('keydown', onKeyDown, true);
  return () => removeEventListener('keydown', onKeyDown, true);
}
