const focusable = 'input:not(:disabled), textarea:not(:disabled), button:not(:disabled), [tabindex="0"]';

/** Returns the field that shows a problem at a place: that of the place, else the nearest one around it. */
function fieldAt(form: HTMLElement, place: string): HTMLElement | undefined {
  const fields = [...form.querySelectorAll<HTMLElement>('[data-field]')];
  const around = fields.filter(({ dataset }) => dataset.field !== undefined && place.startsWith(dataset.field));
  return around.sort((a, b) => (b.dataset.field?.length ?? 0) - (a.dataset.field?.length ?? 0))[0];
}

/** Moves the focus to the field of a place once it is drawn. */
export function focusField(form: HTMLElement | null, place: string): void {
  // The section, and the item in it, are drawn in the next frames.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const field = form && fieldAt(form, place);
      field?.scrollIntoView({ block: 'center' });
      field?.querySelector<HTMLElement>(focusable)?.focus();
    }),
  );
}
