import { Download, Printer, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { emergencyListApi } from '#features/emergencyList/contract.ts';
import { addressText } from '#shared/address.ts';
import { errorText, withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { relations } from '#web/data/codeLabels.ts';
import { count, fullTime } from '#web/data/format.ts';
import { downloadFile } from '#web/file/file.ts';
import { useOverlayClose } from '#web/shell/overlay.ts';
import { Button } from '#web/ui/Button.tsx';
import { type EmergencyCopy, emergencyCopy, openEmergencyList } from './emergencyCopy.ts';

type EmergencyEntries = EmergencyCopy['people'];
type State = { kind: 'loading' } | { kind: 'failed'; text: string } | ({ kind: 'ready' } & EmergencyCopy);

/** Prints the list and reports that to the server, if it answers. */
function print(): void {
  callApi(emergencyListApi.takeEmergencyList, { way: 'print' }).catch(() => undefined);
  window.print();
}

async function download(): Promise<void> {
  const take = async () => (await callApi(emergencyListApi.takeEmergencyList, { way: 'file' })).fileId;
  const fileId = await withToast(take, { done: '应急名单已生成', failed: '名单没有下载' });
  if (fileId) downloadFile(fileId);
}

/** Full-page printable list of active customers, highest risk first, with every number. */
export function EmergencyList({ onClose }: { onClose: () => void }) {
  const [state, setState] = useState<State>(() => stateOf(emergencyCopy()));
  useOverlayClose(onClose);
  useEffect(() => {
    let cancelled = false;
    openEmergencyList().then(
      (list) => !cancelled && setState(stateOf(list)),
      (error: unknown) => !cancelled && setState({ kind: 'failed', text: errorText(error) }),
    );
    return () => {
      cancelled = true;
    };
  }, []);
  return createPortal(
    <section
      className="emergency-list fixed p-6 bg-container overflow-auto"
      role="dialog"
      aria-modal="true"
      aria-label="应急名单"
    >
      <header className="flex items-center flex-wrap gap-3 mb-4">
        <h2 className="text-lg">应急名单</h2>
        {state.kind === 'ready' && (
          <span className="flex-1 max-md:min-w-0 max-md:flex-[1_1_100%] text-text3">
            {fullTime(state.at)} 取得 · {countText(state)}
          </span>
        )}
        <Button onClick={() => void download()} disabled={state.kind !== 'ready'}>
          <Download size={14} aria-hidden="true" /> 下载
        </Button>
        <Button onClick={print} disabled={state.kind !== 'ready'}>
          <Printer size={14} aria-hidden="true" /> 打印
        </Button>
        <Button onClick={onClose}>
          <X size={14} aria-hidden="true" /> 关闭
        </Button>
      </header>
      {state.kind === 'loading' && <p>加载中…</p>}
      {state.kind === 'failed' && <p>名单没有取到：{state.text}。请使用值班室的纸质名单。</p>}
      {state.kind === 'ready' && <EmergencyTable entries={state.people} />}
    </section>,
    document.body,
  );
}

const stateOf = (copy: EmergencyCopy | null): State => (copy ? { kind: 'ready', ...copy } : { kind: 'loading' });

function countText({ people, total }: Extract<State, { kind: 'ready' }>): string {
  if (total <= people.length) return `共 ${count(total)} 人`;
  return `服务中 ${count(total)} 人，这里是风险最高的 ${count(people.length)} 人，下载的文件里有其余的人`;
}

function EmergencyTable({ entries }: { entries: EmergencyEntries }) {
  if (entries.length === 0) return <p>范围内没有服务中的老人。</p>;
  return (
    <table className="text-[13px] w-full">
      <thead>
        <tr>
          {['姓名', '年龄', '地址', '电话', '注意', '联系人'].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={`${entry.name} ${entry.address} ${entry.phone}`}>
            <th scope="row">{entry.name}</th>
            <td>{entry.age ?? '—'}</td>
            <td>{addressText(entry)}</td>
            <td>{entry.phone ?? '—'}</td>
            <td>{entry.flags.join('、') || '—'}</td>
            <td>{entry.contacts.map(contactText).join('；') || '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function contactText(contact: EmergencyEntries[number]['contacts'][number]): string {
  const relation = (relations as Record<string, string>)[contact.relation] ?? contact.relation;
  return `${contact.name}（${relation}${contact.hasKey ? '，有钥匙' : ''}）${contact.phone ?? '—'}`;
}
