import type { ReactNode } from 'react';
import { departmentApi, department as resource } from '#features/department/contract.ts';
import { can, isAllowed, useSession } from '#web/api/session.ts';
import { isOn, removeRow, switchRow } from '#web/crud/rowMutations.ts';
import type { StatusSwitch } from '#web/crud/types.ts';
import { useLabels } from '#web/data/dictionary.ts';
import { count, fullTime } from '#web/data/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { StatusLabel } from '#web/ui/StatusLabel.tsx';
import { Tile } from '#web/ui/Tile.tsx';
import { Toolbar } from '#web/ui/Toolbar.tsx';
import { ChildTable } from './ChildTable.tsx';
import { type Department, disablingText } from './types.ts';

interface Props {
  department: Department;
  path: readonly Department[];
  /** Buttons at the right end. */
  add: ReactNode;
  onOpen: (id: string) => void;
  onEdit: (row: Department) => void;
  onMerge: (row: Department) => void;
  onChanged: () => Promise<void>;
}

const switched: StatusSwitch<Department> = {
  question: disablingText,
  level: 'warning',
  ok: '停用部门',
  doneTexts: ['已停用', '已启用'],
};
const question = ({ name }: Department) => `确认删除部门「${name}」？`;

async function switchStatus(row: Department, changed: () => Promise<void>): Promise<void> {
  await switchRow(departmentApi.updateDepartmentStatus, row, switched);
  await changed();
}

async function remove(row: Department, changed: (parent: string) => Promise<void>): Promise<void> {
  const disable = { text: '改为停用', run: () => void switchStatus(row, () => changed(row.id)) };
  const instead = () => (isOn(row) ? disable : undefined);
  if (await removeRow(departmentApi.deleteDepartment, resource, row, { question, instead }))
    await changed(row.parentId ?? '');
}

/** Detail of the selected department: its fields, its counts, its lower departments. */
export function DepartmentDetail({ department, path, add, onOpen, onEdit, onMerge, onChanged }: Props) {
  const types = useLabels('department_type') as Readonly<Record<string, string>>;
  const edits = can('department:edit');
  const root = department.parentId === null;
  const on = isOn(department);
  return (
    <>
      <Toolbar className="tree-bar justify-between">
        <h1 className="flex items-center min-w-0 gap-2 truncate text-base">
          {department.name} <Badge>{types[department.type] ?? department.type}</Badge>
          <StatusLabel on={on} />
        </h1>
        <div className="tree-actions flex items-center flex-none gap-2">
          {edits && <Button onClick={() => onEdit(department)}>编辑</Button>}
          {edits && !root && (
            <Button onClick={() => void switchStatus(department, onChanged)}>{on ? '停用' : '启用'}</Button>
          )}
          {can('department:merge') && !root && <Button onClick={() => onMerge(department)}>合并…</Button>}
          {edits && !root && (
            <Button
              onClick={() =>
                void remove(department, async (parent) => {
                  onOpen(parent);
                  await onChanged();
                })
              }
            >
              删除
            </Button>
          )}
          {add}
        </div>
      </Toolbar>
      <nav className="department-path pt-2 px-4 flex-none text-[13px] text-text3" aria-label="所在位置">
        {path.map((node, index) => (
          <span key={node.id}>
            {index > 0 && (
              <i className="not-italic text-text3" aria-hidden>
                /
              </i>
            )}
            {node.id === department.id ? (
              <b className="font-normal text-text2" aria-current="page">
                {node.name}
              </b>
            ) : (
              <Button kind="link" onClick={() => onOpen(node.id)}>
                {node.name}
              </Button>
            )}
          </span>
        ))}
      </nav>
      <Tiles department={department} />
      <DepartmentFacts department={department} />
      <ChildTable rows={department.children} onOpen={onOpen} onEdit={edits ? onEdit : undefined} />
    </>
  );
}

/** Counts of the department, lower departments included; each links to its list. */
function Tiles({ department }: { department: Department }) {
  const { routes } = useSession();
  const tiles = [
    { label: '用户', total: department.userCount, ownTotal: department.ownUserCount, path: '/user/list' },
    { label: '客户', total: department.customerCount, ownTotal: department.ownCustomerCount, path: '/customer/list' },
    {
      label: '设备',
      total: department.equipmentCount,
      ownTotal: department.ownEquipmentCount,
      path: '/equipment/list',
    },
    { label: '未结案告警', total: department.openWarnCount, ownTotal: null, path: '/warn/sos' },
  ];
  return (
    <ul className="tiles department-tiles grid py-3 px-4 flex-none gap-3">
      {tiles.map(({ label, total, ownTotal, path }) => (
        <Tile
          key={label}
          name={label}
          figure={count(total)}
          note={ownTotal === null || ownTotal === total ? '含下级' : `含下级，本级 ${count(ownTotal)}`}
          {...(isAllowed(path, routes) ? { href: `#${path}?departmentId=${department.id}` } : {})}
        />
      ))}
    </ul>
  );
}

function DepartmentFacts({ department }: { department: Department }) {
  const { lat, lng } = department;
  const facts: [string, string | null][] = [
    ['编码', department.code],
    ['行政区划', [department.regionName, department.regionCode].filter(Boolean).join(' ') || null],
    ['负责人', department.leader],
    ['电话', department.phone],
    ['邮箱', department.email],
    ['地址', department.address],
    ['位置', lat === null || lng === null ? null : `${lat.toFixed(5)}, ${lng.toFixed(5)}`],
    ['最近修改', fullTime(department.updatedAt)],
  ];
  return <DescriptionList className="department-facts flex-none" facts={facts} columns={4} term={0} />;
}
