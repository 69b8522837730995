import type { ReactNode, Ref } from 'react';
import type { Endpoint, OutputOf } from '#shared/endpoint.ts';
import type { FieldProblem } from '#shared/envelope.ts';

/** What stands in the form, keyed by field; an untouched field is absent. */
export type FormValues = Readonly<Record<string, unknown>>;

export type Option = { value: string | number; label: string };
/** `off`: disabled; a form offers it only where the record has it already. */
export type TreeOption = { value: string; title: string; off?: true; children?: TreeOption[] };

/** What a field's control gets; `attributes` carry its id, name for screen readers and error. */
export type ControlProps = {
  value: unknown;
  onChange: (value: unknown) => void;
  disabled: boolean;
  attributes: { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string; 'aria-required'?: true };
};

type FieldBase = {
  field: string;
  label: string;
  /** Required here although the contract does not say so. */
  required?: boolean;
  /** Small words under the field while it has no problem; they may follow what stands in it. */
  hint?: string | ((value: unknown) => string);
  /** The whole width instead of one of two columns. */
  wide?: boolean;
  /** Index of the step, from 0. */
  step?: number;
  /** Why the field cannot be changed now (「由身份证号带出」). */
  locked?: (values: FormValues) => string | undefined;
  shown?: (values: FormValues) => boolean;
  /** Names under which a conflict tells of it, where they are not the field's own. */
  columns?: readonly string[];
  /** Never kept in a draft. */
  secret?: boolean;
  /** Its value in words, where the control alone knows how it is read. */
  describe?: (value: unknown) => string;
  /** Not sent with the form's call but looked after when that is done; emptied it is sent as null where the call takes that. */
  savedSeparately?: true;
};

export type Field = FieldBase &
  (
    | { kind: 'text'; placeholder?: string; maxLength?: number }
    | { kind: 'phone' | 'idNo'; placeholder?: string }
    | { kind: 'textarea'; maxLength: number; rows?: number }
    /** A list of texts, each on a line of its own. */
    | { kind: 'lines'; rows?: number }
    | { kind: 'number'; unit?: string; decimals?: number; placeholder?: string }
    /** `placeholder`: what it means that nothing is chosen. */
    | { kind: 'select' | 'multi'; options: readonly Option[]; placeholder?: string }
    | { kind: 'radio'; options: readonly Option[] }
    | { kind: 'switch'; labels?: readonly [on: string, off: string] }
    | { kind: 'date' | 'datetime'; latest?: 'today' }
    | { kind: 'tree'; options: readonly TreeOption[]; multiple?: boolean; placeholder?: string }
    /** `upload` stores the file and answers its path; without it the slot says that pictures cannot be stored here. */
    | { kind: 'image'; upload: (file: File) => Promise<string> }
    | { kind: 'custom'; control: (props: ControlProps) => ReactNode }
  );

/** A rule beside those of the contract; `check` answers the sentence, undefined when it holds. */
export type Rule = { field: string; rule: string; check: (values: FormValues) => string | undefined };

/** What a 409 tells (names.md, conventions). */
export type Conflict = {
  msg: string;
  version: number;
  updatedBy: string;
  updatedAt: string;
  changes: readonly { field: string; old: unknown; new: unknown }[];
};

export type DialogFormHandle = {
  /** Opens with these values; without them with `initial`. */
  open: (values?: FormValues) => void;
  close: () => void;
  /** Puts the focus into a field and brings it into view, once it is drawn. */
  goTo: (field: string) => void;
  /** Judges all fields, marks the bad ones and answers their problems; an empty list is a valid form. */
  validate: () => FieldProblem[];
  /** Derives the values of the open form again, once what they follow from has arrived. */
  rederive: () => void;
  values: () => FormValues;
};

export type DialogFormProps<T = unknown> = {
  title: string;
  fields: readonly Field[];
  /** Titles of the steps; fields name theirs by index. */
  steps?: readonly string[];
  /** The `input` schema of the endpoint: its rules are the form's rules. */
  schema?: object;
  rules?: readonly Rule[];
  /** What follows from a change, such as birth date and gender from an identity number. */
  derive?: (values: FormValues) => FormValues;
  initial?: FormValues;
  /** The field that gets the focus when the dialog opens with these values. Default the first. */
  startAt?: (values: FormValues) => string | undefined;
  /** Hears of every change while the dialog is open, for what beside it depends on the values. */
  onValues?: (values: FormValues) => void;
  /** 480, 640 or 800 px. Default 640. */
  size?: 'small' | 'medium' | 'large';
  /** Saves; trimmed values without empty ones. Rejects with a CallError when refused, as given up when the person declined a question. */
  submit: (values: FormValues) => Promise<T>;
  /** Verb of the confirming button. Default 保存. */
  submitText?: string;
  /** First words of the toast after a refusal. Default 添加失败. */
  failText?: string;
  /** Toast after a success; none when absent. */
  doneText?: string;
  /** `values`: what was saved. */
  onDone?: (result: T, values: FormValues) => void;
  /** After the dialog is gone and the fields are reset. */
  onClosed?: () => void;
  /**
   * After a conflict: what the record holds now, as the form's values; undefined when it cannot be had. 继续编辑 puts the
   * person's own changes on top of it, so that nobody's are lost; 刷新 shows it and offers their changes as a draft.
   */
  fetchLatest?: () => Promise<FormValues | undefined>;
  /** In place of `newest`, for a screen that opens the form anew itself. Without both 刷新 is not offered. */
  onRefresh?: () => void;
  /** Name under which what was typed is kept when the dialog is closed, for each record apart; no draft when absent. */
  draft?: string;
  /** False: no button keeps the draft, where what is saved can itself be one. */
  draftButton?: boolean;
  /** A click beside the dialog closes it. Default false. */
  closeOnMask?: boolean;
  /** Above the fields. */
  children?: ReactNode;
  ref?: Ref<DialogFormHandle>;
};

/** A form whose confirming button makes one call: the call's rules are the form's, its answer goes to `onDone`. */
export type EndpointFormProps<E extends Endpoint> = Omit<DialogFormProps<OutputOf<E>>, 'submit' | 'schema'> & {
  endpoint: E;
  /** What is sent of the values, where the form holds others than the call takes; what was emptied is added to it. */
  inputOf?: (values: FormValues) => FormValues;
  submit?: never;
};
