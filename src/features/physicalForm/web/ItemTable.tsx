import { useRef, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { nothing } from './entry/entered.ts';
import { groupsOf } from './entry/progress.ts';
import type { Row } from './entry/rows.ts';
import { ItemRow, type RowActions } from './ItemRow.tsx';
import { lastLabel } from './personText.ts';
import type { ExamForm } from './useExamForm.ts';
import { codeAt, useFormKeys } from './useFormKeys.ts';

type Groups = ReturnType<typeof groupsOf>;

/** Fields of a group that 「无」 would fill. */
const emptyRows = ({ rows }: Groups[number]): Row[] => rows.filter((row) => row.isEmpty && !row.item.computed);

function GroupHead({ form, group }: { form: ExamForm; group: Groups[number] }) {
  const entered = group.rows.filter(({ item }) => !item.computed);
  const empty = emptyRows(group);
  const fill = () =>
    form.entry.store(
      empty.map(({ item }) => {
        const none = item.options?.some(({ code }) => code === 'none');
        return { item, entered: none ? { ...nothing, text: 'none' } : { ...nothing, absent: true } };
      }),
    );
  return (
    <tr className="exam-group">
      <th scope="rowgroup" colSpan={7}>
        <span className="flex items-center gap-2">
          {group.label}
          <small className="font-normal text-xs text-text2">
            {entered.length - empty.length} / {entered.length}
          </small>
          {form.editable && empty.length > 0 && (
            <Button kind="link" className="ml-auto font-normal text-[13px]" onClick={fill}>
              整组填「无」
              <span className="sr-only">
                ：{group.label}还空着的 {empty.length} 项
              </span>
            </Button>
          )}
        </span>
      </th>
    </tr>
  );
}

/** The items of a section in their groups; Enter and arrows walk, Ctrl D takes the last result, G finds what is missing. */
export function ItemTable({ form }: { form: ExamForm }) {
  const [focused, setFocused] = useState<string>();
  const table = useRef<HTMLTableElement>(null);
  const { entry, rows, catalogue, section, editable, record } = form;
  const actions: RowActions = {
    type: entry.type,
    choose: (item, entered) => entry.store([{ item, entered }]),
    leave: entry.leave,
  };

  const [last] = record.before;
  useFormKeys(table, form);
  return (
    <table
      className="exam-table w-full table-fixed border-collapse text-[13px]"
      ref={table}
      onFocus={({ target }) => setFocused(codeAt(target))}
      onBlur={() => setFocused(undefined)}
    >
      <thead>
        <tr>
          <th scope="col">项目</th>
          <th scope="col" className="exam-result">
            结果
          </th>
          <th scope="col">单位</th>
          <th scope="col">参考</th>
          <th scope="col">标志</th>
          <th scope="col" className="text-right">
            {last ? <span title={`${last.date} ${last.org}`}>{lastLabel(record)}</span> : '上次'}
          </th>
          <th scope="col">四年</th>
        </tr>
      </thead>
      {groupsOf(catalogue, rows, section).map((group) => (
        <tbody key={group.code}>
          <GroupHead form={form} group={group} />
          {group.rows.map((row) => (
            <ItemRow
              key={row.item.code}
              {...{ row, editable, ...actions }}
              before={record.before}
              isNeeded={editable && row.item.needed === true && record.kind === 'yearly'}
              isFocused={focused === row.item.code}
              refusal={entry.state.refused.get(row.item.code)}
              isUnsaved={entry.state.failure !== undefined && entry.state.waiting.has(row.item.code)}
            />
          ))}
        </tbody>
      ))}
    </table>
  );
}
