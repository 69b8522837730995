import { Button, Input, Modal, Table, Tabs } from 'antd';
import { Search } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { problemText, withToast } from '#web/api/feedback.ts';
import { callApi, callListApi } from '#web/api/request.ts';
import { roleApi } from '../contract.ts';
import type { RoleRow } from './cells.tsx';

type Member = OutputOf<typeof roleApi.getRoleUserList>;

/** Delay after typing before the search, ms. */
const debounceMs = 300;
const pageSize = 10;

interface Props {
  row: RoleRow;
  /** True when the viewer may grant and remove the role. */
  editable: boolean;
  onClose: () => void;
  onChanged: () => void;
}

/** Lists the holders of a role; granting and removing takes effect at once for logged-in users. */
export default function RoleUsers({ row, editable, onClose, onChanged }: Props) {
  const [tab, setTab] = useState('members');
  return (
    <Modal
      open
      title={`${row.name} 的用户`}
      width={800}
      onCancel={onClose}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      <Tabs
        activeKey={tab}
        onChange={setTab}
        destroyOnHidden
        items={[
          {
            key: 'members',
            label: '已有用户',
            children: <Members row={row} member editable={editable} onChanged={onChanged} />,
          },
          ...(editable
            ? [
                {
                  key: 'others',
                  label: '添加用户',
                  children: <Members row={row} member={false} editable onChanged={onChanged} />,
                },
              ]
            : []),
        ]}
      />
    </Modal>
  );
}

function Members({
  row,
  member,
  editable,
  onChanged,
}: {
  row: RoleRow;
  member: boolean;
  editable: boolean;
  onChanged: () => void;
}) {
  const [word, setKeyword] = useState('');
  const [page, setPage] = useState(1);
  const [answer, setAnswer] = useState<Paged<Member>>();
  const [problem, setProblem] = useState<string>();
  const [selected, setSelected] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const read = useCallback(() => {
    const keyword = word.trim();
    callListApi(roleApi.getRoleUserList, {
      id: row.id,
      member,
      page,
      limit: pageSize,
      ...(keyword ? { keyword } : {}),
    }).then(
      (list) => {
        setAnswer(list);
        setProblem(undefined);
      },
      (error: unknown) => setProblem(problemText(error)),
    );
  }, [row.id, member, page, word]);
  useEffect(() => {
    const timer = setTimeout(read, debounceMs);
    return () => clearTimeout(timer);
  }, [read]);
  const submit = async () => {
    setBusy(true);
    const input = member ? { removeUserIds: selected } : { addUserIds: selected };
    const done = await withToast(() => callApi(roleApi.editRoleUser, { id: row.id, ...input }), {
      done: member ? `已移出 ${selected.length} 人` : `已加入 ${selected.length} 人`,
      failed: member ? '没有移出' : '没有加入',
    });
    setBusy(false);
    if (!done) return;
    setSelected([]);
    read();
    onChanged();
  };
  return (
    <>
      <div className="role-users-bar flex justify-between gap-2 mb-2">
        <Input
          allowClear
          value={word}
          placeholder="账号 / 姓名"
          aria-label="搜索用户"
          prefix={<Search size={14} aria-hidden />}
          onChange={(event) => {
            setKeyword(event.target.value);
            setPage(1);
          }}
        />
        {editable && (
          <Button
            type={member ? 'default' : 'primary'}
            danger={member}
            disabled={selected.length === 0}
            loading={busy}
            onClick={() => void submit()}
          >
            {member ? '移出角色' : '加入角色'}
            {selected.length > 0 && ` ${selected.length} 人`}
          </Button>
        )}
      </div>
      {problem ? (
        <p className="mt-3 mb-3" role="alert">
          用户没有取到。{problem} <Button onClick={read}>重试</Button>
        </p>
      ) : (
        <Table<Member>
          size="small"
          rowKey="id"
          loading={!answer}
          dataSource={answer?.rows ?? []}
          rowSelection={
            editable
              ? {
                  selectedRowKeys: selected,
                  preserveSelectedRowKeys: true,
                  onChange: (keys) => setSelected(keys.map(String)),
                }
              : undefined
          }
          pagination={{
            current: page,
            pageSize,
            total: answer?.count ?? 0,
            showSizeChanger: false,
            onChange: setPage,
            showTotal: (total) => `共 ${total} 人`,
          }}
          locale={{
            emptyText: word
              ? `没有账号或姓名含「${word}」的用户`
              : member
                ? '还没有用户有这个角色'
                : '你范围内的用户都已有这个角色',
          }}
          columns={[
            { key: 'name', title: '姓名', dataIndex: 'name' },
            { key: 'account', title: '账号', dataIndex: 'account' },
            { key: 'departmentName', title: '部门', dataIndex: 'departmentName' },
            { key: 'roles', title: '全部角色', render: (_, user) => user.roleNames.join('、') || '—' },
            { key: 'status', title: '状态', render: (_, user) => (user.status === 'enabled' ? '启用' : '停用') },
          ]}
        />
      )}
    </>
  );
}
