import { lazy } from 'react';
import type { FieldOverride } from '#web/crud/formFields.ts';
import type { FormValues, TreeOption } from '#web/form/types.ts';
import { Callout } from '#web/ui/Callout.tsx';
import type { MenuChoice } from '../contract.ts';
import { previewOf } from './menuChoice.ts';

const MenuTree = lazy(() => import('./MenuTree.tsx'));

const list = (value: unknown) => (Array.isArray(value) ? (value as string[]) : []);

/** 「该角色可见 23 个菜单，可调用 118 个接口」. */
export function Preview({ menus, apis }: { menus: number; apis: number }) {
  return (
    <Callout tone="lead" className="role-preview mb-2 py-1" role="status">
      该角色可见 <strong className="text-base text-primary-text">{menus}</strong> 个菜单，可调用{' '}
      <strong className="text-base text-primary-text">{apis}</strong> 个接口
    </Callout>
  );
}

/** Returns the form fields that select from options: data scope, menus and buttons (domain.md 6.7). */
export const roleFields = (
  menus: readonly MenuChoice[],
  departments: readonly TreeOption[],
): Readonly<Record<string, FieldOverride>> => ({
  dataScope: { required: true },
  departmentIds: {
    kind: 'tree',
    required: true,
    multiple: true,
    options: departments,
    shown: (values: FormValues) => values.dataScope === 'custom',
  },
  menuIds: {
    control: ({ value, onChange }) => (
      <>
        <Preview {...previewOf(menus, new Set(list(value)))} />
        <MenuTree menus={menus} selected={list(value)} onChange={onChange} />
      </>
    ),
    describe: (value) => (typeof value === 'string' ? value : `${list(value).length} 项菜单与按钮`),
  },
});
