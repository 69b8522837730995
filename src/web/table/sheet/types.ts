import type { ReactNode } from 'react';

/** Urgency of a value; null: nothing to mark. */
export type CellLevel = 1 | 2 | 3 | 4 | null;

/** What a typed text means: a value, or why it is refused. */
export type ReadCell = { value: unknown } | { msg: string };

/** Texts of a row by column. */
export type RowTexts = Readonly<Record<string, string>>;
/** Values of a row by column; empty cells are absent. */
export type RowValues = Readonly<Record<string, unknown>>;

/** A column that users fill in. */
export interface SheetColumn<R> {
  /** Key of the values, and of the server's problems. */
  key: string;
  title: string;
  unit?: string;
  /** px. */
  width: number;
  /** Width where the screen is narrow, px. Default `width`. */
  least?: number;
  /** Choices instead of a text; keys 1 to 9 choose. */
  options?: readonly { value: string; label: string }[];
  /** Reads a trimmed text that is not empty. */
  read: (text: string, row: R) => ReadCell;
  /** Returns the level of a value, while it is typed. */
  levelOf?: (value: unknown, row: R, texts: RowTexts) => CellLevel;
  /** Returns the last value as text, shown in grey; never saved. */
  lastOf?: (row: R) => string | undefined;
  /** Keyboard of a phone. Default decimal. */
  inputMode?: 'decimal' | 'numeric' | 'text';
  maxLength?: number;
  /** Shown in the empty cell where there is no last value. */
  hint?: string;
  /** Writes a readable text as it is shown once the cell is left. */
  tidy?: (text: string) => string;
  /** Width of the column on the printed sheet relative to others. Default 1. */
  printed?: number;
  /** Text in its empty cells on paper, e.g. what may be ticked. */
  printedText?: string;
}

/** A text that some rows need, typed beside what a fact shows. */
export interface AskedColumn<R> extends SheetColumn<R> {
  /** @param current the row has the focus */
  isAsked: (row: R, entry: RowEntry | undefined, current: boolean) => boolean;
}

/** A column that only shows: in front of the others, or behind them. */
export interface SheetFact<R> {
  key: string;
  title: string;
  /** Heading on the screen. Default the title. */
  head?: ReactNode;
  /** px; the last column may do without and takes the rest. */
  width?: number;
  /** Width where the screen is narrow, px. Default `width`. */
  least?: number;
  /** `entry` null: nothing typed yet; `current`: the row has the focus. */
  show: (row: R, entry: RowEntry | null, current: boolean) => ReactNode;
  /** Only behind the columns. */
  input?: AskedColumn<R>;
  /** Text on the printed sheet; without it the column is not printed. */
  printedText?: (row: R) => string;
}

/** `unsent`: the server did not answer; the row is sent again. */
export type RowStatus = 'empty' | 'editing' | 'saving' | 'saved' | 'refused' | 'unsent';

/** What was typed into a row, and how far it is saved. */
export interface RowEntry {
  texts: RowTexts;
  /** Texts as saved last. */
  saved: RowTexts;
  /** Time of the last save, epoch ms; absent for texts that were saved before. */
  savedAt?: number | undefined;
  /** Texts that are being saved. */
  sent?: RowTexts | undefined;
  isUnsent?: boolean | undefined;
  /** Problems by column, shown in their cells. */
  problems: RowTexts;
  /** Refusal of the whole row, and its message. */
  refusal?: unknown;
  msg?: string | undefined;
  status: RowStatus;
}

/** Numbers of rows: all, saved, refused, and the others. */
export interface SheetCounts {
  all: number;
  saved: number;
  refused: number;
  left: number;
}
