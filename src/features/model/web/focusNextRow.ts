/** Puts the focus on what stands behind the rows when the last of them goes; before, its button is that of the row which follows. */
export function focusNextRow(button: HTMLElement): void {
  const behind = button.parentElement?.nextElementSibling;
  if (behind instanceof HTMLButtonElement) behind.focus();
}
