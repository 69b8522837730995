import type { Node } from 'typescript/unstable/ast';
import {
  isAsExpression,
  isAwaitExpression,
  isNonNullExpression,
  isParenthesizedExpression,
  isSatisfiesExpression,
} from 'typescript/unstable/ast/is';

/** Removes parentheses, type assertions and `await`. */
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
