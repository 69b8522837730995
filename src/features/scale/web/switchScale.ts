import type { OutputOf } from '#shared/endpoint.ts';
import { succeeds } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { box } from '#web/message/message.tsx';
import { scaleApi } from '../contract.ts';
import { editPath, open } from './paths.ts';

type Switched = Pick<OutputOf<(typeof scaleApi)['getScaleList']>, 'code' | 'name' | 'status' | 'adapter'>;

/** Why an adapter is off; nothing for a scale with text. */
export const adapterReason = '条目的文字受版权保护，系统只带计分规则。录入贵机构得到授权的文字，并写明授权，才能启用。';

/** Switches a scale on or off after a question; an adapter leads to its licensed text. Returns whether it was switched. */
export async function switchScale({ code, name, status, adapter }: Switched): Promise<boolean> {
  if (status === 'enabled') {
    const sure = await box.confirm(`停用「${name}」？`, {
      ...{ ok: '停用量表', danger: true, note: '停用后不能新建这种评估，已有的评估不变。' },
    });
    if (!sure) return false;
  } else if (adapter) {
    const goes = await box.confirm(adapterReason, {
      ...{ title: `「${name}」还不能启用`, level: 'notice', ok: '录入授权文字' },
    });
    if (goes) open(editPath(code));
    return false;
  }
  const next = status === 'enabled' ? 'disabled' : 'enabled';
  const done = next === 'enabled' ? '已启用，新建评估时可以选它' : '已停用';
  return succeeds(
    () => callApi(scaleApi.updateScaleStatus, { code, status: next }),
    `「${name}」${done}`,
    '没有改状态',
  );
}
