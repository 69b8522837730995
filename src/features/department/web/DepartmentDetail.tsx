import type { ReactNode } from 'react';
import { departmentApi } from '#features/department/contract.ts';
import { attempt } from '#web/call/outcome.ts';
import { call } from '#web/call/request.ts';
import { can, isAllowed, useSession } from '#web/call/session.ts';
import { deleteUnheld } from '#web/crud/heldDelete.tsx';
import { useWords } from '#web/data/dictionary.ts';
import { count, fullTime, missing } from '#web/data/format.ts';
import { box } from '#web/message/message.tsx';
import { StateWord } from '#web/ui/StateWord.tsx';
import { ChildTable } from './ChildTable.tsx';
import { type Department, disablingWords } from './types.ts';

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

async function switchStatus(row: Department, changed: () => Promise<void>): Promise<void> {
  const disabling = row.status === 'enabled';
  if (disabling && !(await box.confirm(disablingWords(row), { ok: '停用部门', danger: true, level: 'warning' })))
    return;
  await attempt(
    () => call(departmentApi.updateDepartmentStatus, { id: row.id, status: disabling ? 'disabled' : 'enabled' }),
    { done: disabling ? '已停用' : '已启用', failed: '修改失败' },
  );
  await changed();
}

async function remove(row: Department, changed: (parent: string) => Promise<void>): Promise<void> {
  if (!(await box.confirm(`确认删除部门「${row.name}」？`, { ok: '删除部门', danger: true, level: 'warning' }))) return;
  const disable = { text: '改为停用', act: () => void switchStatus(row, () => changed(row.id)) };
  const instead = row.status === 'enabled' ? disable : undefined;
  if (await deleteUnheld(() => call(departmentApi.deleteDepartment, { ids: [row.id] }), { instead }))
    await changed(row.parentId ?? '');
}

/** The department that is chosen: what it is, what stands in it, what lies below it. */
export function DepartmentDetail({ department, path, add, onOpen, onEdit, onMerge, onChanged }: Props) {
  const types = useWords('department_type') as Readonly<Record<string, string>>;
  const edits = can('department:edit');
  const root = department.parentId === null;
  const on = department.status === 'enabled';
  return (
    <>
      <div className="tree-bar">
        <h1>
          {department.name} <span className="chip">{types[department.type] ?? department.type}</span>
          <StateWord on={on} />
        </h1>
        <div className="tree-actions">
          {edits && (
            <button type="button" className="button" onClick={() => onEdit(department)}>
              编辑
            </button>
          )}
          {edits && !root && (
            <button type="button" className="button" onClick={() => void switchStatus(department, onChanged)}>
              {on ? '停用' : '启用'}
            </button>
          )}
          {can('department:merge') && !root && (
            <button type="button" className="button" onClick={() => onMerge(department)}>
              合并…
            </button>
          )}
          {edits && !root && (
            <button
              type="button"
              className="button"
              onClick={() =>
                void remove(department, async (parent) => {
                  onOpen(parent);
                  await onChanged();
                })
              }
            >
              删除
            </button>
          )}
          {add}
        </div>
      </div>
      <nav className="department-path" aria-label="所在位置">
        {path.map((node, index) => (
          <span key={node.id}>
            {index > 0 && <i aria-hidden>/</i>}
            {node.id === department.id ? (
              <b aria-current="page">{node.name}</b>
            ) : (
              <button type="button" className="link" onClick={() => onOpen(node.id)}>
                {node.name}
              </button>
            )}
          </span>
        ))}
      </nav>
      <Tiles department={department} />
      <Facts department={department} />
      <ChildTable rows={department.children} onOpen={onOpen} onEdit={edits ? onEdit : undefined} />
    </>
  );
}

/** What stands in it, the departments below with it; each leads to its list. */
function Tiles({ department }: { department: Department }) {
  const { routes } = useSession();
  const tiles = [
    { word: '用户', n: department.userCount, own: department.ownUserCount, path: '/user/list' },
    { word: '客户', n: department.customerCount, own: department.ownCustomerCount, path: '/customer/list' },
    { word: '设备', n: department.equipmentCount, own: department.ownEquipmentCount, path: '/equipment/list' },
    { word: '未结案告警', n: department.openWarnCount, own: null, path: '/warn/sos' },
  ];
  return (
    <div className="department-tiles">
      {tiles.map(({ word, n, own, path }) => (
        <div key={word} className="department-tile">
          <span>{word}</span>
          {isAllowed(path, routes) ? (
            <a href={`#${path}?departmentId=${department.id}`}>{count(n)}</a>
          ) : (
            <b>{count(n)}</b>
          )}
          <small>{own === null || own === n ? '含下级' : `含下级，本级 ${count(own)}`}</small>
        </div>
      ))}
    </div>
  );
}

function Facts({ department }: { department: Department }) {
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
  return (
    <dl className="department-facts">
      {facts.map(([word, value]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd title={value ?? undefined}>{value ?? missing}</dd>
        </div>
      ))}
    </dl>
  );
}
