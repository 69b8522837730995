import type { DepartmentTreeNode } from '#features/department/contract.ts';
import type { FormValues, TreeOption } from '#web/form/types.ts';

export type Department = DepartmentTreeNode;

/** The departments as a choice, without `except` and what lies below it. */
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

/** What standing still means for whoever is in a department (domain.md 6.4: disabling warns with counts). */
export function disablingText({ name, userCount, customerCount, equipmentCount }: Department): string {
  const holds = `${userCount} 个用户、${customerCount} 名客户、${equipmentCount} 台设备`;
  return `停用「${name}」：其中（含下级）有 ${holds}，他们和历史记录都保留，告警照常接收；只是不能再往这里新增。`;
}

/** What the form is opened with: the row, and what it was before the form changes it. */
export function formValues(row: Department): FormValues {
  return { ...row, ledBy: row.leaderId, top: row.parentId === null };
}
