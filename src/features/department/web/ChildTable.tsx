import { useWords } from '#web/data/dictionary.ts';
import { count, missing } from '#web/data/format.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { StateWord } from '#web/ui/StateWord.tsx';
import type { Department } from './types.ts';

interface Props {
  rows: readonly Department[];
  onOpen: (id: string) => void;
  /** Absent: the person may not edit. */
  onEdit?: ((row: Department) => void) | undefined;
}

/** What lies directly below a department. */
export function ChildTable({ rows, onOpen, onEdit }: Props) {
  const types = useWords('department_type') as Readonly<Record<string, string>>;
  if (rows.length === 0) return <p className="tree-empty center soft">暂无数据。下面还没有部门。</p>;
  return (
    <table className="plain-table f13 line-above full-width" aria-label="下级部门">
      <thead>
        <tr>
          <th scope="col">下级部门</th>
          <th scope="col">类型</th>
          <th scope="col">编码</th>
          <th scope="col">负责人</th>
          <th scope="col">电话</th>
          <th scope="col" className="number">
            用户
          </th>
          <th scope="col" className="number">
            客户
          </th>
          <th scope="col" className="number">
            设备
          </th>
          <th scope="col">状态</th>
          <th scope="col">操作</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className={row.status === 'enabled' ? undefined : 'muted'}>
            <td>
              <LinkButton onClick={() => onOpen(row.id)}>{row.name}</LinkButton>
            </td>
            <td>{types[row.type] ?? row.type}</td>
            <td className="mono">{row.code ?? missing}</td>
            <td>{row.leader ?? missing}</td>
            <td>{row.phone ?? missing}</td>
            <td className="number">{count(row.userCount)}</td>
            <td className="number">{count(row.customerCount)}</td>
            <td className="number">{count(row.equipmentCount)}</td>
            <td>
              <StateWord on={row.status === 'enabled'} />
            </td>
            <td>
              <span className="row-actions inline gap-8">
                <LinkButton onClick={() => onOpen(row.id)}>查看</LinkButton>
                {onEdit && <LinkButton onClick={() => onEdit(row)}>编辑</LinkButton>}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
