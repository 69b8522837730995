import { maskAddress, maskEmail, maskName, maskPhone, maskText } from '#shared/mask.ts';
import type { Resource } from '#shared/resource.ts';
import type { FieldOptions } from '#shared/resourceField.ts';

const masks: Readonly<Record<NonNullable<FieldOptions['sensitive']>, (value: string) => string | null>> = {
  phone: maskPhone,
  name: maskName,
  address: maskAddress,
  email: maskEmail,
  text: maskText,
  secret: () => null,
};

/** Returns a field's text as it is shown: masked if the field is sensitive. */
export function maskedValue({ sensitive }: FieldOptions, value: string): string | null {
  return sensitive ? masks[sensitive](value) : value;
}

/** Returns the row with its sensitive fields masked. */
export function masked<R extends object>(resource: Resource, row: R): R {
  const values = row as Record<string, unknown>;
  const hidden = Object.entries(resource.fields).flatMap(([field, { sensitive }]) => {
    const value = values[field];
    return sensitive && typeof value === 'string' ? [[field, masks[sensitive](value)]] : [];
  });
  return { ...row, ...Object.fromEntries(hidden) };
}
