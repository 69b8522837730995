import type { Field } from '#shared/resourceField.ts';

/** Parts of a field's schema that the resource kit reads. */
export interface FieldSchema {
  type?: string;
  title?: string;
  enum?: readonly (string | number)[];
  format?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: FieldSchema;
  /** Dictionary type of its values. */
  dictionary?: string;
}

export function schemaOf({ schema }: Pick<Field, 'schema'>): FieldSchema {
  return schema as FieldSchema;
}

export function isDay({ format }: FieldSchema): boolean {
  return format === 'date';
}

export function isInstant({ format }: FieldSchema): boolean {
  return format === 'date-time';
}

export function isNumber({ type }: FieldSchema): boolean {
  return type === 'integer' || type === 'number';
}
