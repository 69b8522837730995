import type { Resource } from '#shared/resource.ts';
import type { EditableKey, Field, Fields } from '#shared/resourceField.ts';
import type { Field as FormField, FormValues } from '#web/form/types.ts';
import { choicesOf } from './choices.ts';
import { type FieldSchema, isDay, isInstant, isNumber, schemaOf } from './schema.ts';

/** Texts longer than this get a multi-line input. */
const longText = 100;

type Kind = { kind: FormField['kind'] } & Record<string, unknown>;

/** Returns the kind of a text field: one line, several lines or a phone. */
function textKind({ form: { control, rows } = {} }: Field, { maxLength }: FieldSchema): Kind {
  if (control === 'phone') return { kind: 'phone' };
  if (control === 'textarea' || (control !== 'text' && (maxLength ?? 0) > longText))
    return { kind: 'textarea', maxLength, rows };
  return { kind: 'text', maxLength };
}

function kindOf(field: Field): Kind {
  const schema = schemaOf(field);
  const { control, rows, unit, labels } = field.form ?? {};
  const options = choicesOf(field);
  const many = schema.type === 'array';
  if (options) return { kind: control === 'radio' ? 'radio' : many ? 'multi' : 'select', options };
  if (schema.type === 'boolean') return { kind: 'switch', ...(labels && { labels }) };
  if (isNumber(schema)) return { kind: 'number', unit, decimals: schema.type === 'number' ? 2 : 0 };
  if (isDay(schema)) return { kind: 'date' };
  if (isInstant(schema)) return { kind: 'datetime' };
  return many ? { kind: 'lines', rows } : textKind(field, schema);
}

type KeysOf<T> = T extends unknown ? keyof T : never;
type ValueOf<T, K extends PropertyKey> = T extends Partial<Record<K, infer V>> ? V : never;
/** Overrides of a form for a field of the contract; with its own `control` the field is drawn by that. */
export type FieldOverride = {
  [K in KeysOf<FormField>]?: K extends keyof FormField ? FormField[K] : ValueOf<FormField, K>;
};

function formField(key: string, field: Field, editing: boolean, override: FieldOverride | undefined): FormField {
  const { hint, wide } = field.form ?? {};
  const { immutable } = field;
  return {
    ...kindOf(field),
    field: key,
    label: schemaOf(field).title ?? key,
    ...(field.required && { required: true }),
    ...(hint && { hint }),
    ...(wide && { wide }),
    ...(field.encrypted && { undrafted: true }),
    ...(immutable && editing && { locked: () => immutable }),
    ...(override?.control !== undefined && { kind: 'custom' }),
    ...override,
  } as FormField;
}

const editableFields = (resource: Pick<Resource, 'fields'>) =>
  Object.entries(resource.fields).filter(([, { editable }]) => editable !== false);

/** Overrides per field of a resource; null leaves a field out. */
export type FieldOverrides<F> = { readonly [K in keyof F]?: FieldOverride | null | undefined };

/**
 * Returns the form fields of a resource in their order.
 * @param order another order, with additional fields, also fields that are not editable by add and edit
 */
export function formFields<F extends Fields>(
  resource: Pick<Resource<F>, 'fields'>,
  editing: boolean,
  overrides?: FieldOverrides<F>,
): FormField<EditableKey<F>>[];
export function formFields<F extends Fields, K extends keyof F & string>(
  resource: Resource<F>,
  editing: boolean,
  overrides: FieldOverrides<F> | undefined,
  order: readonly K[],
): FormField<K>[];
export function formFields<F extends Fields>(
  resource: Resource<F>,
  editing: boolean,
  overrides: FieldOverrides<F> | undefined,
  order: readonly ((keyof F & string) | FormField)[] | undefined,
): FormField[];
export function formFields(
  resource: Pick<Resource, 'fields'>,
  editing: boolean,
  overrides: FieldOverrides<Fields> = {},
  order?: readonly (string | FormField)[],
): FormField[] {
  const byKey = new Map(order ? Object.entries(resource.fields) : editableFields(resource));
  return (order ?? [...byKey.keys()]).flatMap((key) => {
    if (typeof key !== 'string') return [key];
    const field = byKey.get(key);
    return field && overrides[key] !== null ? [formField(key, field, editing, overrides[key])] : [];
  });
}

/** Returns the presets of a new record. */
export function defaultsOf(resource: Resource): FormValues {
  return Object.fromEntries(
    editableFields(resource).flatMap(([key, { defaultValue }]) =>
      defaultValue === undefined ? [] : [[key, defaultValue]],
    ),
  );
}

/** Returns the form values of a row. */
export function valuesOf(resource: Resource, row: object): FormValues {
  const values = row as Record<string, unknown>;
  const keys = ['id', 'version', ...editableFields(resource).map(([key]) => key)];
  return Object.fromEntries(keys.map((key) => [key, values[key] ?? undefined]));
}
