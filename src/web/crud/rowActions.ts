import type { Endpoint } from '#shared/endpoint.ts';
import { can } from '#web/api/session.ts';
import type { RowAction, RowOf } from '#web/table/types.ts';
import { isOn, removeRow, switchRow } from './rowMutations.ts';
import type { ListActions, ListScreenProps } from './types.ts';

/** Returns whether the screen has an endpoint and the user has its permission. */
export function canCall(endpoint: Endpoint | undefined): boolean {
  return endpoint !== undefined && can(endpoint.permission);
}

/**
 * Returns the row actions that the user may use: 详情, 编辑 or 查看, the screen's own, 复制, 停用 and 启用, 删除.
 * @param open shows a row that cannot be edited, or says why
 */
export function rowActionsOf<L extends Endpoint, A extends Endpoint, E extends Endpoint>(
  props: ListScreenProps<L, A, E>,
  listActions: ListActions<RowOf<L>>,
  open: (row: RowOf<L>) => void,
): RowAction<RowOf<L>>[] {
  type Row = RowOf<L>;
  const { resource, endpoints, readOnly = () => undefined, labelOf, switched, copyOf } = props;
  const edits = canCall(endpoints.edit);
  const editable = (row: Row) => edits && readOnly(row) === undefined;
  if (props.show) return [...(props.actions?.(listActions) ?? [])];
  const actions: RowAction<Row>[] = props.onOpen ? [{ key: 'open', label: '详情', onClick: props.onOpen }] : [];
  if (props.view)
    actions.push(
      { key: 'edit', label: '编辑', shown: editable, onClick: open },
      { key: 'view', label: '查看', shown: (row) => !editable(row), onClick: open },
    );
  else if (edits) actions.push({ key: 'edit', label: '编辑', blocked: readOnly, onClick: listActions.edit });
  if (copyOf && canCall(endpoints.add))
    actions.push({ key: 'copy', label: '复制', onClick: (row) => listActions.add(copyOf(row)) });
  actions.push(...(props.actions?.(listActions) ?? []));
  const { status, remove } = endpoints;
  if (status && switched && canCall(status)) {
    const blocked = props.switchBlocked ?? readOnly;
    const run = (row: Row) => switchRow(status, row, switched);
    actions.push(
      listActions.action('disable', '停用', run, { shown: isOn, blocked }),
      listActions.action('enable', '启用', run, { shown: (row) => !isOn(row), blocked }),
    );
  }
  if (remove && canCall(remove)) {
    const run = (row: Row) => removeRow(remove, resource, row, { ...props.removed, labelOf });
    const shown = props.removable ?? ((row: Row) => readOnly(row) === undefined);
    actions.push(listActions.action('delete', '删除', run, { tone: 'danger', shown }));
  }
  return actions;
}
