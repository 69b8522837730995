/**
 * Focuses the element after the rows when the last row is deleted; call before. Else the button already belongs to the
 * following row.
 */
export function focusNextRow(button: HTMLElement): void {
  const behind = button.parentElement?.nextElementSibling;
  if (behind instanceof HTMLButtonElement) behind.focus();
}
