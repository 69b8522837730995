import { Ellipsis } from 'lucide-react';
import { dialogActions } from '#features/equipment/web/service.ts';
import { gatewayApi } from '#features/gateway/contract.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { deleteOrExplain } from '#web/crud/deleteRow.tsx';
import { box } from '#web/message/message.tsx';
import { Button } from '#web/ui/Button.tsx';
import { MenuButton } from '#web/ui/MenuButton.tsx';
import type { Gateway } from './types.ts';

/** Deletes a gateway after a question, and opens the list. */
async function remove({ id, name, sn }: Gateway): Promise<void> {
  const sure = await box.confirm(`删除网关「${name}」（${sn}）？它的密钥随即失效。`, {
    title: '删除网关',
    ok: '删除',
    danger: true,
    level: 'warning',
  });
  if (!sure) return;
  const done = await deleteOrExplain(() => callApi(gatewayApi.deleteGateway, { ids: [id] }));
  if (done) location.replace('#/equipment/gateway');
}

/** Actions of every device that fit a gateway: 绑定, 解绑, 停用 and others as a change of state. */
const shared = ['bind', 'unbind', 'changeState'];

/** Menu ···: binding, state and deletion. */
export function MoreActions({ gateway }: { gateway: Gateway }) {
  const actions = dialogActions().filter(({ key, shown }) => shared.includes(key) && (shown?.(gateway) ?? true));
  const { childCount } = gateway;
  const reason = childCount > 0 ? `还有 ${childCount} 台子设备，请先移走` : undefined;
  const items = [
    ...actions.map(({ key, label, blocked, onClick }) => ({
      ...{ key, label: key === 'changeState' ? '停用、变更状态' : label },
      ...{ title: blocked?.(gateway), disabled: blocked?.(gateway) !== undefined },
      onClick: () => onClick(gateway),
    })),
    ...(can('gateway:edit')
      ? [
          {
            ...{ key: 'delete', label: '删除', danger: true, title: reason, disabled: reason !== undefined },
            onClick: () => void remove(gateway),
          },
        ]
      : []),
  ];
  if (items.length === 0) return null;
  return (
    <MenuButton placement="bottomRight" menu={{ items }}>
      <Button aria-label="更多操作">
        <Ellipsis size={16} aria-hidden />
      </Button>
    </MenuButton>
  );
}
