import { useCallback, useEffect, useRef, useState } from 'react';
import { withToast } from '#web/api/feedback.ts';
import { callApi, callListApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { PanelTable } from '#web/crud/PanelTable.tsx';
import { statusOptions } from '#web/data/statusOptions.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf, FormValues, Opening, RuleOf } from '#web/form/types.ts';
import { CopyButton } from '#web/message/CopyButton.tsx';
import { box } from '#web/message/message.tsx';
import { useScreen } from '#web/screen/screen.ts';
import { EmptyState } from '#web/table/TableStates.tsx';
import { TreeTrouble } from '#web/tree/TreeTrouble.tsx';
import { Button } from '#web/ui/Button.tsx';
import { StatusLabel } from '#web/ui/StatusLabel.tsx';
import { pushApi } from '../contract.ts';
import { draftOf, MappingPanel } from './MappingPanel.tsx';
import { type Source, useSources } from './useSources.ts';
import './push.css';

const signatures = [
  { value: 'hmac', label: 'HMAC-SHA256（时间、随机数、内容）' },
  { value: 'token', label: '固定令牌' },
];

const fields: readonly FieldOf<typeof pushApi.editPushSource>[] = [
  {
    kind: 'text',
    field: 'source',
    label: '来源',
    maxLength: 40,
    hint: '地址里的名字，之后不能改',
    locked: ({ version }) => (version ? '已有的来源不能改名' : undefined),
  },
  { kind: 'text', field: 'name', label: '名称', maxLength: 50 },
  { kind: 'radio', field: 'signature', label: '签名方式', options: signatures },
  {
    kind: 'text',
    field: 'secret',
    label: '密钥',
    maxLength: 128,
    secret: true,
    hint: '只写不读；不填则保持原来的，新增时由系统生成',
  },
  { kind: 'radio', field: 'status', label: '状态', options: statusOptions },
];

/** Returns a source as form values. */
const valuesOf = ({ source, name, signature, status, version }: Source): FormValues => ({
  ...{ source, name, signature, status, version },
});

/** Rule: a new source must not replace an existing one. */
const unknown = (sources: readonly Source[]): RuleOf<typeof pushApi.editPushSource> => ({
  ...{ field: 'source', rule: 'known' },
  check: ({ source, version }) =>
    version === undefined && sources.some((existing) => existing.source === source) ? '已有这个来源' : undefined,
});

/** 来源与映射: sources, signatures and mappings, which can be tried before saving. */
export default function SourcePage() {
  const { query, setQuery, setTitle, draft } = useScreen();
  const { sources, problem, reload } = useSources();
  const [form, setForm] = useState<Opening>();
  const [newSecret, setNewSecret] = useState<string>();
  useEffect(() => setTitle('来源与映射'), [setTitle]);
  const selected = sources?.find(({ source }) => source === query.get('source'));
  const unsaved = useRef(false);
  const onTyped = useCallback((typed: boolean) => {
    unsaved.current = typed;
  }, []);
  const choose = async ({ source }: Source) => {
    if (source === selected?.source) return;
    const question = `「${selected?.name}」的映射改了还没有保存，换到别的来源就没有了。`;
    if (unsaved.current && !(await box.confirm(question, { ok: '放弃改动', danger: true, level: 'warning' }))) return;
    if (selected) draft(draftOf(selected)).clear();
    setQuery({ source, log: null });
  };
  const edit = (existing: Source) => setForm({ values: valuesOf(existing) });
  const fetchLatest = async () => {
    const { rows } = await callListApi(pushApi.getPushSourceList, { limit: 200 });
    const current = rows.find(({ source }) => source === form?.values?.source);
    return current && valuesOf(current);
  };
  const done = ({ secret }: { secret: string | null }) => {
    setNewSecret(secret ?? undefined);
    void reload();
  };
  const toggle = async ({ source, name, status, version }: Source) => {
    const next = status === 'enabled' ? 'disabled' : 'enabled';
    const question = `停用「${name}」？它推送的数据和告警从现在起一律拒收。`;
    if (next === 'disabled' && !(await box.confirm(question, { ok: '停用', danger: true, level: 'warning' }))) return;
    const toasts = { done: next === 'enabled' ? '已启用' : '已停用', failed: '没有改成' };
    if (await withToast(() => callApi(pushApi.editPushSource, { source, status: next, version }), toasts))
      await reload();
  };
  const canEdit = can('push:edit');
  return (
    <section className="push-sources h-full overflow-auto p-4 flex flex-col gap-4" aria-label="来源与映射">
      <div className="flex items-center justify-between flex-wrap gap-2">
        <h1 className="text-base font-bold">来源与映射</h1>
        <span className="inline-flex items-center gap-2">
          <a href="#/equipment/push_log">推送日志</a>
          {canEdit && (
            <Button onClick={() => setForm({ values: { signature: 'hmac', status: 'disabled' } })}>新增来源…</Button>
          )}
        </span>
      </div>
      {newSecret && (
        <p role="status" className="rounded-md border border-line p-3">
          密钥只显示这一次：<code className="mono wrap-anywhere">{newSecret}</code>{' '}
          <CopyButton text={newSecret} label="复制" />
        </p>
      )}
      {!sources && <TreeTrouble what="推送来源" problem={problem} onRetry={() => void reload()} />}
      {sources?.length === 0 && <EmptyState reason="还没有推送来源。新增一个来源，把它的地址和密钥交给厂商。" />}
      <div className="scroll-x">
        {sources && sources.length > 0 && (
          <PanelTable
            label="推送来源"
            rows={sources}
            faint={({ status }) => status !== 'enabled'}
            columns={[
              { key: 'name', title: '名称', render: ({ name }) => <strong>{name}</strong> },
              {
                key: 'source',
                title: '地址',
                render: ({ source }) => <span className="mono">/open/push/{source}</span>,
              },
              {
                key: 'signature',
                title: '签名',
                render: ({ signature }) => (signature === 'hmac' ? 'HMAC-SHA256' : '固定令牌'),
              },
              { key: 'version', title: '版本' },
              { key: 'status', title: '状态', render: ({ status }) => <StatusLabel on={status === 'enabled'} /> },
            ]}
            actions={[
              { key: 'mapping', label: '映射', onClick: (row: Source) => void choose(row) },
              ...(canEdit
                ? [
                    { key: 'edit', label: '编辑', onClick: edit },
                    {
                      key: 'on',
                      label: '启用',
                      shown: ({ status }: Source) => status !== 'enabled',
                      onClick: (row: Source) => void toggle(row),
                    },
                    {
                      key: 'off',
                      label: '停用',
                      shown: ({ status }: Source) => status === 'enabled',
                      onClick: (row: Source) => void toggle(row),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </div>
      {selected && (
        <MappingPanel
          key={selected.source}
          source={selected}
          logId={query.get('log') ?? undefined}
          onSaved={reload}
          onTyped={onTyped}
        />
      )}
      <DialogForm
        open={form}
        onClosed={() => setForm(undefined)}
        endpoint={pushApi.editPushSource}
        title="推送来源"
        size="small"
        fields={fields}
        failText="没有保存"
        doneText="已保存"
        onDone={done}
        fetchLatest={fetchLatest}
        rules={[unknown(sources ?? [])]}
      />
    </section>
  );
}
