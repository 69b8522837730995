import { Button, Input, Select } from 'antd';
import { useEffect, useState } from 'react';
import { savedViewApi } from '#shared/savedView.ts';
import { callApi } from '#web/api/request.ts';

interface Props {
  onSave: (name: string, roleIds: string[]) => Promise<boolean>;
}

/** Form with the name of a new view and the roles to share it with. */
export function SaveViewForm({ onSave }: Props) {
  const [name, setName] = useState('');
  const [roleIds, setRoleIds] = useState<string[]>([]);
  const [roles, setRoles] = useState<{ value: string; label: string }[]>([]);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    callApi(savedViewApi.getViewRole, {}, { signal: leaving.signal }).then(
      (roleRows) => setRoles(roleRows.map((role) => ({ value: role.id, label: role.name }))),
      // Without the roles a view can still be saved unshared.
      () => undefined,
    );
    return () => leaving.abort();
  }, []);
  return (
    <form
      className="save-view pad-top-8 in-grid gap-8 line-above"
      onSubmit={(event) => {
        event.preventDefault();
        setBusy(true);
        void onSave(name.trim(), roleIds)
          .then((done) => done && setName(''))
          .finally(() => setBusy(false));
      }}
    >
      <Input
        aria-label="视图名称"
        placeholder="视图名称"
        maxLength={20}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Select
        mode="multiple"
        aria-label="共享给角色"
        placeholder="共享给角色（可不选）"
        options={roles}
        value={roleIds}
        onChange={setRoleIds}
        maxTagCount="responsive"
      />
      <Button type="primary" htmlType="submit" loading={busy} disabled={name.trim() === ''}>
        存为视图
      </Button>
    </form>
  );
}
