import type { Node } from 'typescript/unstable/ast';
import {
  isAsExpression,
  isAwaitExpression,
  isNonNullExpression,
  isParenthesizedExpression,
  isSatisfiesExpression,
} from 'typescript/unstable/ast/is';

/** data_scope of dataScope, as the database has it. */
export const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** What stands within parentheses, type assertions and `await`. */
export function unwrap(node: Node): Node {
  if (
    isParenthesizedExpression(node) ||
    isAsExpression(node) ||
    isSatisfiesExpression(node) ||
    isNonNullExpression(node) ||
    isAwaitExpression(node)
  )
    return unwrap(node.expression);
  return node;
}
