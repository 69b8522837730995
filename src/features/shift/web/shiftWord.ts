import { shiftNames } from '#features/shift/contract.ts';
import { missing } from '#web/data/format.ts';

/** The name of a turn's kind; 「—」 without one. */
export function shiftWord(shift: string | null): string {
  return (shift && (shiftNames as Readonly<Record<string, string>>)[shift]) || missing;
}
