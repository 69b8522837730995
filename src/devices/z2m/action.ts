import type { FormatState } from '../format.ts';
import { addPress } from '../json/childProperties.ts';
import type { Decoded } from '../message.ts';
import type { Profile } from '../profile.ts';

/** Actions that call for help from any model. */
const calls = new Set(['emergency', 'panic', 'sos']);
/** Values of an action that is over. */
const nothing = new Set(['', 'none', 'null']);
/** The same action on a second topic within this time is one, ms. */
const twinMs = 2000;
/** An `off` within this time ends the action before it, ms. */
const endMs = 10_000;
/** Maximum number of children remembered. */
const maxChildren = 10_000;

/** Returns an action in lower case; '' for none. */
export function actionOf(value: unknown): string {
  const text =
    typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase().slice(0, 100) : '';
  return nothing.has(text) ? '' : text;
}

/** Adds the alarm of an action: a press, never a level. */
export function readAction(decoded: Decoded, action: string, { words, presses, isButton }: Profile): void {
  const type = words?.get(action);
  if (action === '') return;
  if (type) addPress(decoded, type);
  else if (calls.has(action) || presses?.has(action)) addPress(decoded, 'sos');
  else if (isButton && !presses && !action.endsWith('release')) addPress(decoded, 'sos');
}

/**
 * Records the action of a part; returns whether it repeats the one before: the same on the child's other topic, or the
 * `off` that follows a press.
 */
export function isTwin(state: FormatState, number: string, action: string, word: string, at: number): boolean {
  if (action === '') return false;
  state.actions ??= new Map();
  const last = state.actions.get(number);
  const age = last ? at - last.at : Number.POSITIVE_INFINITY;
  if (last && last.word !== word && last.action === action && age <= twinMs) {
    // Consumed: the next one on either topic is a press of its own.
    state.actions.delete(number);
    return true;
  }
  if (last && action === 'off' && last.action !== 'off' && age <= endMs) return true;
  if (state.actions.size >= maxChildren) state.actions.clear();
  state.actions.set(number, { action, word, at });
  return false;
}
