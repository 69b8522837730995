import type { DepartmentTreeNode } from '#features/department/contract.ts';
import type { FormValues, TreeOption } from '#web/form/types.ts';

export type Department = DepartmentTreeNode;

/** Returns the departments as options, without `except` and its lower departments. */
export function departmentOptions(nodes: readonly Department[], except?: unknown): TreeOption[] {
  return nodes
    .filter((node) => node.id !== except)
    .map((node) => ({
      value: node.id,
      title: node.name,
      ...(node.status === 'disabled' && { off: true as const }),
      children: departmentOptions(node.children, except),
    }));
}

/**
 * Returns the text that explains how disabling affects the department's rows (domain.md 6.4: disabling warns with
 * counts).
 */
export function disablingText({ name, userCount, customerCount, equipmentCount }: Department): string {
  const holds = `${userCount} 个用户、${customerCount} 名客户、${equipmentCount} 台设备`;
  return `停用「${name}」：其中（含下级）有 ${holds}，他们和历史记录都保留，告警照常接收；只是不能再往这里新增。`;
}

/** Returns the initial values of the form: the row, and the former leader for comparison. */
export function formValues(row: Department): FormValues {
  return { ...row, ledBy: row.leaderId, top: row.parentId === null };
}
