import type { ReactNode } from 'react';

/** Urgency of a value; null: nothing to mark. */
export type CellLevel = 1 | 2 | 3 | 4 | null;

/** What a typed text means: a value, or why it is refused. */
export type ReadCell = { value: unknown } | { msg: string };

/** A column that users fill in. */
export interface SheetColumn<R> {
  /** Key of the values, and of the server's problems. */
  key: string;
  title: string;
  unit?: string;
  /** px. */
  width: number;
  /** Choices instead of a text; keys 1 to 9 choose. */
  options?: readonly { value: string; label: string }[];
  /** Reads a trimmed text that is not empty. */
  read: (text: string, row: R) => ReadCell;
  /** Returns the level of a value, while it is typed. */
  levelOf?: (value: unknown, row: R) => CellLevel;
  /** Returns the last value as text, shown in grey; never saved. */
  lastOf?: (row: R) => string | undefined;
  /** Keyboard of a phone. Default decimal. */
  inputMode?: 'decimal' | 'numeric' | 'text';
  /** Width of the column on the printed sheet relative to others. Default 1. */
  printed?: number;
}

/** A column that only shows: in front of the others, or behind them. */
export interface SheetFact<R> {
  key: string;
  title: string;
  width: number;
  /** `null`: nothing typed yet. */
  show: (row: R, entry: RowEntry | null) => ReactNode;
  /** Text on the printed sheet; without it the column is not printed. */
  printedText?: (row: R) => string;
}

/** Texts of a row by column. */
export type RowTexts = Readonly<Record<string, string>>;
/** Values of a row by column; empty cells are absent. */
export type RowValues = Readonly<Record<string, unknown>>;

export type RowStatus = 'empty' | 'editing' | 'saving' | 'saved' | 'refused';

/** What was typed into a row, and how far it is saved. */
export interface RowEntry {
  texts: RowTexts;
  /** Texts as saved last. */
  saved: RowTexts;
  /** Texts that are being saved. */
  sent?: RowTexts | undefined;
  /** Problems by column, shown in their cells. */
  problems: RowTexts;
  /** Problem of the whole row. */
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
