/** The values with null for each of `fields` that was emptied: an edit takes away what the form no longer has. */
export function withNulls<F extends string>(
  values: Readonly<Record<string, unknown>>,
  fields: readonly F[],
): Record<string, unknown> {
  return { ...Object.fromEntries(fields.map((field) => [field, null])), ...values };
}
