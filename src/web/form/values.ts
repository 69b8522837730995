import type { FieldProblem } from '#shared/envelope.ts';
import { idNoProblem, normalizeIdNo, todayInChina } from '#shared/idCard.ts';
import { ruleMessage } from '#shared/rule/ruleMessage.ts';
import { problemsOf } from '#shared/rule/rules.ts';
import { type CellPath, cellPath, cellsOf, countProblem, isRows, rowName, rowsOf } from './rows.ts';
import type { Conflict, Field, FormProblem, FormValues, RowsOptions, Rule } from './types.ts';

function cleaned(value: unknown, field: Field | undefined): unknown {
  const trimmed = typeof value === 'string' ? cleanText(value, field) : cleanList(value, field);
  return trimmed === '' || trimmed === null || (Array.isArray(trimmed) && trimmed.length === 0) ? undefined : trimmed;
}

function cleanList(value: unknown, field: Field | undefined): unknown {
  if (!Array.isArray(value)) return value;
  if (field?.kind === 'lines') return value.map((line) => String(line).trim()).filter(Boolean);
  return isRows(field) ? rowsOf(value).map((row, index) => cleanValues(row, cellsOf(field, row, index))) : value;
}

/** Trims a text and removes the spaces of a phone number; a secret stays exact, including blanks at its ends. */
function cleanText(text: string, { kind, secret }: Partial<Field> = {}): string {
  if (secret) {
    return text;
  }
  if (kind === 'idNo') {
    return normalizeIdNo(text);
  }
  return kind === 'phone' ? text.replace(/\s/g, '') : text.trim();
}

/** Returns the names of the fields that these values hide. */
function hiddenFields(values: FormValues, fields: readonly Field[]): Set<string> {
  return new Set(fields.filter(({ shown }) => shown && !shown(values)).map(({ field }) => field));
}

/** Returns the values to validate and send: trimmed texts, without empty values and hidden fields. */
export function cleanValues(values: FormValues, fields: readonly Field[]): FormValues {
  const byField = new Map(fields.map((field) => [field.field, field]));
  const hidden = hiddenFields(values, fields);
  return Object.fromEntries(
    Object.entries(values)
      .map(([key, value]) => [key, cleaned(value, byField.get(key))] as const)
      .filter(([key, value]) => value !== undefined && !hidden.has(key)),
  );
}

/** Returns whether the field is required by the contract or by the form. */
export function isRequired(field: Field, schema: object | undefined): boolean {
  const required = (schema as { required?: readonly string[] } | undefined)?.required;
  return (field.required ?? false) || (required?.includes(field.field) ?? false);
}

type ValidateOptions = { fields: readonly Field[]; schema?: object; rules?: readonly Rule[]; now: number };

function rowProblems(field: Field & RowsOptions, value: unknown, now: number): FieldProblem[] {
  const rows = rowsOf(value);
  const min = Math.max(field.min ?? 0, field.required ? 1 : 0);
  const count = countProblem({ ...field, min }, rows.length);
  const inRows = rows.flatMap((row, index) =>
    problemsOfRow(field, row, index, now).map((problem) => ({
      ...problem,
      field: `${field.field}.${index}.${problem.field}`,
    })),
  );
  return [...(count ? [{ field: field.field, rule: 'rows', msg: count }] : []), ...inRows];
}

/** Returns the problems of one row of a list, by its cells. */
export function problemsOfRow(
  field: RowsOptions,
  row: FormValues,
  index: number,
  now: number,
): readonly FieldProblem[] {
  const cells = cellsOf(field, row, index);
  const own = validateForm(row, { fields: cells, now, ...(field.item && { schema: field.item }) });
  return firstPerField([...own, ...(field.check?.(cleanValues(row, cells)) ?? [])], cells);
}

function fieldRules(field: Field, values: FormValues, now: number): FieldProblem[] {
  const value = values[field.field];
  if (isRows(field)) return rowProblems(field, value, now);
  if (value === undefined) {
    return field.required ? [{ field: field.field, rule: 'required', msg: requiredSentence(field) }] : [];
  }
  if (field.kind === 'idNo') {
    const msg = idNoProblem(String(value), todayInChina(now));
    return msg ? [{ field: field.field, rule: 'idNo', msg }] : [];
  }
  return [];
}

const picked: readonly Field['kind'][] = ['select', 'multi', 'radio', 'tree', 'date', 'datetime', 'image'];

function requiredSentence({ kind, label }: Field): string {
  return ruleMessage('required', { title: label, type: picked.includes(kind) ? 'array' : 'string' });
}

/**
 * Returns the first problem of each field, in the order of the fields, those without a field last. Hidden fields have
 * none, because the user could not fix them.
 */
export function validateForm(values: FormValues, { fields, schema, rules = [], now }: ValidateOptions): FormProblem[] {
  const clean = cleanValues(values, fields);
  const byContract = schema ? problemsOf(schema, clean) : [];
  // A hidden field is not required: the user could not fill it in.
  const byForm = fields.flatMap((field) => ((field.shown?.(values) ?? true) ? fieldRules(field, clean, now) : []));
  const byRules = rules.flatMap(({ field, rule, check }) => {
    const msg = check(clean);
    return msg ? [{ field, rule, msg }] : [];
  });
  const problems = [...byForm, ...byContract, ...byRules].map((problem) => ({
    ...problem,
    msg: inForm(problem, fields),
  }));
  const hidden = hiddenFields(values, fields);
  return firstPerField(problems, fields).filter(({ field }) => !hidden.has(field));
}

/** Adapts a message to the form: a missing field is named by its label and its way of input. */
function inForm({ field: name, rule, msg }: FieldProblem, fields: readonly Field[]): string {
  const field = rule === 'required' ? fields.find((candidate) => candidate.field === name) : undefined;
  return field ? requiredSentence(field) : msg;
}

/** Maps a path to a field: `contacts.0.mobile` to `contacts` unless a field has the full path. */
export function fieldOf(path: string, fields: readonly Field[]): string {
  const exact = fields.find(({ field }) => field === path);
  return exact?.field ?? fields.find(({ field }) => path.startsWith(`${field}.`))?.field ?? path;
}

/** Returns the problem as the field tells it: one of a cell names the row. */
function problemOfField({ cells, ...problem }: FormProblem, field: Field | undefined, path: CellPath): FormProblem {
  if (!isRows(field) || path.row === undefined) return cells ? { ...problem, cells } : problem;
  const cell = { ...problem, field: `${path.row}.${path.cell}` };
  return { ...problem, field: field.field, msg: `${rowName(field, path.row)}：${problem.msg}`, cells: [cell] };
}

/** Sorts problems by the order of the fields and keeps the first per field, of a list of rows those of all cells. */
export function firstPerField(problems: readonly FormProblem[], fields: readonly Field[]): FormProblem[] {
  const first = new Map<string, FormProblem>();
  for (const problem of problems) {
    const path = cellPath(problem.field);
    const name = fieldOf(path.whole, fields);
    const field = fields.find((candidate) => candidate.field === name);
    const next = problemOfField({ ...problem, field: name }, field, path);
    const held = first.get(name);
    if (!held) first.set(name, next);
    else if (next.cells) first.set(name, { ...held, cells: [...(held.cells ?? []), ...next.cells] });
  }
  const ordered = fields.flatMap(({ field }) => first.get(field) ?? []);
  return [...ordered, ...[...first.values()].filter((problem) => !ordered.includes(problem))];
}

/** Returns the field problems of a 400, or none. */
export function serverProblems(data: unknown): FieldProblem[] {
  const errors = (data as { errors?: unknown } | null)?.errors;
  return Array.isArray(errors)
    ? errors.filter(
        (error): error is FieldProblem => typeof error?.field === 'string' && typeof error?.msg === 'string',
      )
    : [];
}

/** Returns the conflict of a 409, undefined if it is not a version conflict. */
export function conflictOf(msg: string, data: unknown): Conflict | undefined {
  const conflict = data as Partial<Conflict> | null;
  return typeof conflict?.version === 'number'
    ? {
        msg,
        version: conflict.version,
        updatedBy: conflict.updatedBy ?? '',
        updatedAt: conflict.updatedAt ?? '',
        changes: conflict.changes ?? [],
      }
    : undefined;
}
