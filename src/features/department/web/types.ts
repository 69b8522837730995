import type { DepartmentTreeNode } from '#features/department/contract.ts';
import type { TreeOption } from '#web/form/types.ts';

export type Department = DepartmentTreeNode;

/** The departments as a choice, without `except` and what lies below it. */
export function departmentOptions(nodes: readonly Department[], except?: unknown): TreeOption[] {
  return nodes
    .filter((node) => node.id !== except)
    .map((node) => ({ value: node.id, title: node.name, children: departmentOptions(node.children, except) }));
}
