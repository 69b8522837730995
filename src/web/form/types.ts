import type { ReactNode, Ref } from 'react';
import type { Endpoint, InputKey, OutputOf } from '#shared/endpoint.ts';
import type { FieldProblem } from '#shared/envelope.ts';

/** Values of the form by field; an untouched field is absent. */
export type FormValues = Readonly<Record<string, unknown>>;

export type Option = { value: string | number; label: string };
/** An option of a tree. `off`: disabled; a form offers it only if the record has it already. */
export type TreeOption = { value: string; title: string; off?: true; children?: TreeOption[] };

/** Problem of a field; of a list of rows also the problems of its cells, `0.mobile` in the first row. */
export type FormProblem = FieldProblem & { cells?: readonly FieldProblem[] };

/** Props of a field's control; `attributes` has its id, its name for screen readers and its error. */
export type ControlProps = {
  value: unknown;
  onChange: (value: unknown) => void;
  disabled: boolean;
  /** Problems of the cells of a list of rows. */
  problems?: readonly FieldProblem[] | undefined;
  attributes: { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string; 'aria-required'?: true };
};

type FieldBase<K> = {
  field: K;
  label: string;
  /** Required in this form although optional in the contract. */
  required?: boolean;
  /** Small text under the field while it has no problem; a function gets the field's value. */
  hint?: string | ((value: unknown) => string);
  /** Spans both columns instead of one. */
  wide?: boolean;
  /** Index of the step, from 0. */
  step?: number;
  /** Returns why the field cannot be changed now (「由身份证号带出」). */
  locked?: (values: FormValues) => string | undefined;
  shown?: (values: FormValues) => boolean;
  /** Column names of the field in a conflict, if they differ from the field's name. */
  columns?: readonly string[];
  /** Never stored in a draft, and not trimmed. */
  secret?: boolean;
  /** Never stored in a draft: what lies encrypted in the database must not lie in clear in the browser. */
  undrafted?: boolean;
  /** Stored in every draft, changed or not: a preset that must not move on, e.g. the time of a measurement. */
  preset?: true;
  /** Returns the value as text, if only the control knows how to format it. */
  describe?: (value: unknown) => string;
  /** Not sent with the form's call but saved after it; emptied, it is sent as null if the call takes that. */
  savedSeparately?: true;
};

/** List of rows inside a form, in an order that the user sets. Values of a row that are no cells are kept. */
export type RowsOptions = {
  kind: 'rows';
  /** Fields of a row, or those of this row; switches stand in its head. */
  cells: readonly Field[] | ((row: FormValues, index: number) => readonly Field[]);
  /** What a row is, and how rows are counted: 联系人, 位. */
  rowLabel: string;
  measure: string;
  /** Number of rows. Default 0 to 50. */
  min?: number;
  max?: number;
  /** Schema of a row, if the schema of the form has none. */
  item?: object;
  /** Returns further problems of a row by its cells. */
  check?: (row: FormValues) => readonly FieldProblem[];
  /** Values of a new row. */
  newRow?: (rows: readonly FormValues[]) => FormValues;
  /** Returns values derived from a change in the row. */
  deriveRow?: (row: FormValues) => FormValues;
  /** Returns what the buttons of a row call it. Default: 第 1 位联系人. */
  nameOf?: (row: FormValues) => string | undefined;
};

export type Field<K extends string = string> = FieldBase<K> &
  (
    | { kind: 'text'; placeholder?: string; maxLength?: number }
    | { kind: 'phone' | 'idNo'; placeholder?: string }
    | { kind: 'textarea'; maxLength: number; rows?: number }
    /** A list of texts, one per line. */
    | { kind: 'lines'; rows?: number }
    | { kind: 'number'; unit?: string; decimals?: number; placeholder?: string }
    /** `placeholder`: meaning of an empty choice. */
    | { kind: 'select' | 'multi'; options: readonly Option[]; placeholder?: string }
    | { kind: 'radio'; options: readonly Option[] }
    | { kind: 'switch'; labels?: readonly [on: string, off: string] }
    | { kind: 'date' | 'datetime'; latest?: 'today' }
    | { kind: 'tree'; options: readonly TreeOption[]; multiple?: boolean; placeholder?: string }
    /** `upload` stores the file and returns its path; without it the slot says that pictures cannot be stored here. */
    | { kind: 'image'; upload: (file: File) => Promise<string> }
    | RowsOptions
    | { kind: 'custom'; control: (props: ControlProps) => ReactNode }
  );

/** A rule besides those of the contract; `check` returns the message, undefined if the rule holds. */
export type Rule<K extends string = string> = {
  field: K;
  rule: string;
  check: (values: FormValues) => string | undefined;
};

/** A field, a rule of the call's input. */
export type FieldOf<E extends Endpoint> = Field<InputKey<E>>;
export type RuleOf<E extends Endpoint> = Rule<InputKey<E>>;

/** Schema of an object with the fields `K`. */
type FormSchema<K extends string> = { properties: { [P in K]: unknown } } | object;

/** Data of a 409 conflict (names.md, conventions). */
export type Conflict = {
  msg: string;
  version: number;
  updatedBy: string;
  updatedAt: string;
  changes: readonly { field: string; old: unknown; new: unknown }[];
};

/** One opening of a form that stays mounted, kept in a state: another object opens the form again. */
export type Opening = {
  /** Default: `initial`. */
  values?: FormValues;
};

export type DialogFormHandle = {
  /** Focuses a field and scrolls it into view, once it is drawn. */
  goTo: (field: string) => void;
  /** Validates all fields, marks the invalid ones and returns their problems; an empty list is a valid form. */
  validate: () => FieldProblem[];
  /** Runs `derive` again on the open form, e.g. after data that it depends on has loaded. */
  rederive: () => void;
};

/** `K`: names of the fields. */
export type DialogFormProps<T = unknown, K extends string = string> = {
  /** True opens the form with `initial`; each new `Opening` opens it with other values. */
  open: boolean | Opening | undefined;
  title: string;
  fields: readonly Field<NoInfer<K>>[];
  /** Titles of the steps; fields refer to them by index. */
  steps?: readonly string[];
  /** The `input` schema of the endpoint, used as the form's rules. */
  schema?: FormSchema<K>;
  rules?: readonly Rule<NoInfer<K>>[];
  /** Returns values derived from a change, e.g. birth date and gender from an identity number. */
  derive?: (values: FormValues) => FormValues;
  /** Values at opening. */
  initial?: FormValues;
  /** Returns the field that gets the focus when the dialog opens with these values. Default: the first. */
  startAt?: (values: FormValues) => NoInfer<K> | undefined;
  /** Called on every change while the dialog is open, for elements that depend on the values. */
  onValues?: (values: FormValues) => void;
  /** 480, 640 or 800 px. Default 640. */
  size?: 'small' | 'medium' | 'large';
  /**
   * Saves trimmed values without empty ones. Rejects with a CallError if refused, as aborted if the user declined a
   * question.
   */
  submit: (values: FormValues) => Promise<T>;
  /** Text of the submit button. Default 保存. */
  submitText?: string;
  /** Beginning of the toast after a refusal. Default 添加失败. */
  failText?: string;
  /** Toast after success; none if absent. */
  doneText?: string;
  /** `values`: the saved values. */
  onDone?: (result: T, values: FormValues) => void;
  /** Called after the dialog is closed and the fields are reset. */
  onClosed?: () => void;
  /**
   * Reads the record's current state as form values after a conflict; undefined if unavailable. 继续编辑 puts the user's
   * changes on top of it, so that no change is lost; 刷新 shows it and offers the user's changes as a draft.
   */
  fetchLatest?: () => Promise<FormValues | undefined>;
  /** Replaces `fetchLatest` on a screen that reloads the record itself. Without both there is no 刷新. */
  onRefresh?: () => void;
  /** Name of the draft that keeps unsaved input on close, one per record; no draft if absent. */
  draft?: string;
  /** False: no button saves a draft, e.g. for a form whose record can itself be a draft. */
  draftButton?: boolean;
  /** A click on the mask closes the dialog. Default false. */
  closeOnMask?: boolean;
  /** Content above the fields. */
  children?: ReactNode;
  ref?: Ref<DialogFormHandle>;
};

/**
 * Props of a form with one call: the call's rules are the form's, its result goes to `onDone`. `K`: names of the
 * fields, those of the call unless `inputOf` converts them.
 */
export type EndpointFormProps<E extends Endpoint, K extends string = InputKey<E>> = Omit<
  DialogFormProps<OutputOf<E>, K>,
  'submit' | 'schema'
> & {
  endpoint: E;
  /** Converts the values to the input, if the form has other fields than the call; emptied fields are added to it. */
  inputOf?: (values: FormValues) => FormValues;
  submit?: never;
};
