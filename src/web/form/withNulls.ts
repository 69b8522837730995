/** Adds null for each of `fields` that was emptied, so that an edit clears it. */
export function withNulls<F extends string>(
  values: Readonly<Record<string, unknown>>,
  fields: readonly F[],
): Record<string, unknown> {
  return { ...Object.fromEntries(fields.map((field) => [field, null])), ...values };
}
