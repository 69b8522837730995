import { Input, Select } from 'antd';
import { Lock } from 'lucide-react';
import { type DictionaryItem, type DictionaryType, dictionaryApi } from '#features/dictionary/contract.ts';
import { attempt } from '#web/call/outcome.ts';
import { CallError, call } from '#web/call/request.ts';
import { deleteUnheld } from '#web/crud/heldDelete.tsx';
import { count, missing } from '#web/data/format.ts';
import { statusOptions } from '#web/data/statusOptions.ts';
import { box, toast } from '#web/message/message.tsx';
import { useScreen } from '#web/screen/screen.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { StateWord } from '#web/ui/StateWord.tsx';

interface Props {
  type: DictionaryType;
  /** Rows that hold each value; absent while it is being counted. */
  use: Readonly<Record<string, number>> | undefined;
  edits: boolean;
  onEdit: (item: DictionaryItem) => void;
  onChanged: () => Promise<void>;
}

/** Where rows hold the item the server tells how many, and the person decides; undefined when they think better of it. */
async function askAgain(error: unknown, disable: () => Promise<unknown>): Promise<unknown> {
  const { count: held } = ((error instanceof CallError && error.status === 409 && error.data) || {}) as {
    count?: number;
  };
  if (!held || !(error instanceof CallError)) throw error;
  const sure = await box.confirm(`${error.msg}：旧数据照常显示它，新表单不再出现。`, {
    title: '停用字典项',
    ok: '仍然停用',
    danger: true,
    level: 'warning',
  });
  return sure ? disable() : undefined;
}

/** `confirmed`: the person has been told already who holds the item. */
async function switchStatus(item: DictionaryItem, changed: () => Promise<void>, confirmed = false): Promise<void> {
  const status = item.status === 'enabled' ? 'disabled' : 'enabled';
  const off = status === 'disabled';
  const put = (confirm: boolean) =>
    call(dictionaryApi.updateDictionaryStatus, { id: item.id, status, ...(confirm && { confirm }) });
  const done = await attempt(() => put(confirmed).catch((error) => askAgain(error, () => put(true))), {
    done: null,
    failed: '修改失败',
  });
  if (done) toast.success(off ? '已停用：旧数据仍显示它，新表单不再出现' : '已启用');
  await changed();
}

async function remove(item: DictionaryItem, changed: () => Promise<void>): Promise<void> {
  if (!(await box.confirm(`确认删除字典项「${item.label}」？`, { ok: '删除字典项', danger: true, level: 'warning' })))
    return;
  const disable = { text: '改为停用', act: () => void switchStatus(item, changed, true) };
  const instead = item.status === 'enabled' ? disable : undefined;
  if (await deleteUnheld(() => call(dictionaryApi.deleteDictionary, { ids: [item.id] }), { instead })) await changed();
}

/** The items of a type: label, value, colour, order, which is the default, how many rows hold it. */
export function ItemTable({ type, use, edits, onEdit, onChanged }: Props) {
  const { query, setQuery } = useScreen();
  const [word, status] = [query.get('word') ?? '', query.get('status') ?? undefined];
  const rows = type.items.filter(
    (item) =>
      (!status || item.status === status) &&
      `${item.label} ${item.value}`.toLowerCase().includes(word.trim().toLowerCase()),
  );
  const parameter = type.kind === 'parameter';
  return (
    <>
      <div className="dictionary-filter row rigid gap-8 f13 faint line-below pad-x-16 pad-y-8">
        <Input
          allowClear
          aria-label="标签 / 键值"
          placeholder="标签 / 键值"
          style={{ width: 200 }}
          value={word}
          onChange={(event) => setQuery({ word: event.target.value })}
        />
        <Select
          allowClear
          aria-label="状态"
          placeholder="状态 不限"
          style={{ width: 120 }}
          value={status}
          options={statusOptions}
          onChange={(value?: string) => setQuery({ status: value ?? null })}
        />
        <span className="fill clip" title={type.remark ?? undefined}>
          共 {rows.length} 项{type.remark ? ` · ${type.remark}` : ''}
        </span>
      </div>
      <table className="plain-table f13 full-width" aria-label={`${type.name}的字典项`}>
        <thead>
          <tr>
            <th scope="col">{parameter ? '名称' : '标签'}</th>
            <th scope="col">键值</th>
            {parameter ? (
              <>
                <th scope="col" className="number">
                  数值
                </th>
                <th scope="col">单位</th>
                <th scope="col">范围</th>
              </>
            ) : (
              <>
                <th scope="col">颜色</th>
                <th scope="col">默认</th>
                <th scope="col" className="number">
                  使用
                </th>
              </>
            )}
            <th scope="col" className="number">
              排序
            </th>
            <th scope="col">状态</th>
            <th scope="col">备注</th>
            {edits && <th scope="col">操作</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((item) => (
            <ItemRow
              key={item.id}
              item={item}
              parameter={parameter}
              used={use?.[item.value] ?? (use ? 0 : undefined)}
              edits={edits}
              onEdit={onEdit}
              onChanged={onChanged}
            />
          ))}
        </tbody>
      </table>
      {rows.length === 0 && (
        <p className="tree-empty center soft">
          暂无数据。{type.items.length > 0 ? '没有符合筛选的字典项。' : '这个类型还没有字典项。'}
        </p>
      )}
    </>
  );
}

interface RowProps extends Pick<Props, 'edits' | 'onEdit' | 'onChanged'> {
  item: DictionaryItem;
  parameter: boolean;
  used: number | undefined;
}

function ItemRow({ item, parameter, used, edits, onEdit, onChanged }: RowProps) {
  const on = item.status === 'enabled';
  return (
    <tr className={on ? undefined : 'muted'}>
      <td>
        <b>{item.label}</b>
      </td>
      <td className="mono">
        {item.value}
        {item.builtIn && <Lock size={12} className="dictionary-lock" aria-label="内置，键值不能改" />}
      </td>
      {parameter ? <Figures item={item} /> : <Look item={item} used={used} />}
      <td className="number">{item.sort}</td>
      <td>
        <StateWord on={on} />
      </td>
      <td className="dictionary-remark ellipsis" title={item.remark ?? undefined}>
        {item.remark ?? missing}
      </td>
      {edits && (
        <td>
          <span className="row-actions inline gap-8">
            <LinkButton onClick={() => onEdit(item)}>编辑</LinkButton>
            {!parameter && (
              <LinkButton onClick={() => void switchStatus(item, onChanged)}>{on ? '停用' : '启用'}</LinkButton>
            )}
            {!item.builtIn && (
              <LinkButton className="danger red" onClick={() => void remove(item, onChanged)}>
                删除
              </LinkButton>
            )}
          </span>
        </td>
      )}
    </tr>
  );
}

function Look({ item, used }: { item: DictionaryItem; used: number | undefined }) {
  return (
    <>
      <td>
        {item.color ? (
          <span className="dictionary-color inline gap-6">
            <i style={{ background: item.color }} />
            <span className="mono">{item.color}</span>
          </span>
        ) : (
          missing
        )}
      </td>
      <td>{item.isDefault ? '默认' : missing}</td>
      <td className="number">{used === undefined ? '…' : used === 0 ? missing : count(used)}</td>
    </>
  );
}

function Figures({ item }: { item: DictionaryItem }) {
  return (
    <>
      <td className="number">
        <b>{count(item.amount)}</b>
      </td>
      <td>{item.unit ?? missing}</td>
      <td>{item.min === null && item.max === null ? missing : `${count(item.min)} – ${count(item.max)}`}</td>
    </>
  );
}
