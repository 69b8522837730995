import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { presetHours, type ShareKind, shareApi } from '#shared/contract/share.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { errorText, withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { fullTime, listTime } from '#web/data/format.ts';
import { CopyButton } from '#web/message/CopyButton.tsx';
import { box } from '#web/message/message.tsx';
import { Button } from '#web/ui/Button.tsx';
import './share.css';

type Share = OutputOf<typeof shareApi.getShareList>[number];
type NewShare = OutputOf<typeof shareApi.addShare>;

const hours: Record<ShareKind, readonly number[]> = { sheet: [24, 48, 72], place: [2, 6, 12], lost: [24, 48, 72] };
const hints: Record<ShareKind, string> = {
  sheet: '给没有账号的人看，如家属、社区、医院。对方看到的处置单没有全名、门牌、电话和备注，每次打开都有记录。',
  place: '给没有账号的人看，如家属。对方看到最新位置和它的时间；撤回定位同意后立即失效，每次打开都有记录。',
  lost: '给没有账号的人看，如民警、邻居。对方看到衣着、体貌、位置和可能范围；找到后立即失效，每次打开都有记录。',
};
const states: Record<Share['state'], string> = {
  open: '有效',
  expired: '已过期',
  revoked: '已撤销',
  locked: '提取码错误过多，已失效',
};

/** Returns the link's address; the token is behind the hash, so that no server on the way receives it. */
function address(token: string): string {
  return `${location.origin}${location.pathname}#/open?share=${token}`;
}

/** What links are about. */
type Subject = { warnId: string } | { customerId: string };

interface Props {
  kind: ShareKind;
  subject: Subject;
}

/** Links of one kind for readers without an account: create, count, revoke. */
export function ShareLinks({ kind, subject }: Props) {
  const client = useQueryClient();
  const key = [shareApi.getShareList.path, subject];
  const list = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => callApi(shareApi.getShareList, subject, { signal }),
  });
  const rows = list.data?.filter((share) => share.kind === kind) ?? [];
  const [created, setCreated] = useState<NewShare>();
  const reload = () => client.invalidateQueries({ queryKey: key });

  async function revoke(share: Share): Promise<void> {
    const sure = await box.confirm('撤销后，拿到链接的人不能再打开。', { title: '撤销这个链接？', ok: '撤销链接' });
    if (!sure) return;
    await withToast(() => callApi(shareApi.revokeShare, { id: share.id }), { done: '链接已撤销', failed: '撤销失败' });
    if (created?.id === share.id) setCreated(undefined);
    await reload();
  }

  return (
    <section className="share-links rounded-lg py-4 px-6 grid gap-3" aria-label="分享链接">
      <p>{hints[kind]}</p>
      <NewLink
        kind={kind}
        subject={subject}
        onCreated={(next) => {
          setCreated(next);
          void reload();
        }}
      />
      {created && <ShareResult created={created} />}
      {list.error && <p role="alert">{errorText(list.error)}</p>}
      {rows.length > 0 && <Links rows={rows} onRevoke={(share) => void revoke(share)} />}
    </section>
  );
}

function NewLink({ kind, subject, onCreated }: Props & { onCreated: (created: NewShare) => void }) {
  const [life, setLife] = useState<number>(presetHours[kind]);
  const [withCode, setWithCode] = useState(true);
  const [whole, setWhole] = useState(false);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const given = whole ? { whole, reason } : {};
  const make = async () => {
    setBusy(true);
    const created = await withToast(
      () => callApi(shareApi.addShare, { kind, ...subject, hours: life, withCode, ...given }),
      {
        done: null,
        failed: '链接没有生成',
      },
    );
    setBusy(false);
    if (created) onCreated(created);
  };
  return (
    <div className="share-new flex items-center flex-wrap">
      <fieldset className="flex items-center flex-wrap gap-y-2 gap-x-4">
        <legend>有效期</legend>
        {hours[kind].map((option) => (
          <label key={option}>
            <input type="radio" name="share-hours" checked={life === option} onChange={() => setLife(option)} />{' '}
            {option} 小时
          </label>
        ))}
      </fieldset>
      <label>
        <input type="checkbox" checked={withCode} onChange={(event) => setWithCode(event.target.checked)} /> 需要提取码
      </label>
      {kind !== 'sheet' && (
        <label>
          <input type="checkbox" checked={whole} onChange={(event) => setWhole(event.target.checked)} /> 带姓名和照片
        </label>
      )}
      {whole && (
        <input
          className="h-8 px-2 rounded-sm border border-edge"
          aria-label="带姓名和照片的原因"
          placeholder="原因，如：交派出所协查"
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      <Button kind="primary" disabled={busy || (whole && reason.trim() === '')} onClick={() => void make()}>
        生成链接
      </Button>
    </div>
  );
}

function ShareResult({ created }: { created: NewShare }) {
  const link = address(created.token);
  const text = created.code === null ? link : `${link} 提取码 ${created.code}`;
  return (
    <div className="share-made flex items-center flex-wrap p-3 rounded-md" role="status">
      <code className="wrap-anywhere">{link}</code>
      {created.code !== null && (
        <span>
          提取码 <code className="wrap-anywhere">{created.code}</code>
        </span>
      )}
      <CopyButton text={text} label={created.code === null ? '复制链接' : '复制链接和提取码'} />
      <span>只显示这一次，{fullTime(created.expiresAt)} 到期。</span>
    </div>
  );
}

function Links({ rows, onRevoke }: { rows: readonly Share[]; onRevoke: (share: Share) => void }) {
  return (
    <table className="w-full">
      <thead>
        <tr>
          <th scope="col">生成</th>
          <th scope="col">到期</th>
          <th scope="col">提取码</th>
          <th scope="col">打开</th>
          <th scope="col">状态</th>
          <th scope="col">操作</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((share) => (
          <tr key={share.id}>
            <td>
              {listTime(share.createdAt)} {share.createdByName}
            </td>
            <td>{listTime(share.expiresAt)}</td>
            <td>{share.withCode ? '有' : '无'}</td>
            <td>
              {share.views} 次{share.lastViewedAt && `，最近 ${listTime(share.lastViewedAt)}`}
            </td>
            <td>{states[share.state]}</td>
            <td>
              {share.state === 'open' && (
                <Button className="h-6" onClick={() => onRevoke(share)}>
                  撤销
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
