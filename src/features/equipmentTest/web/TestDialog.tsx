import { useQuery } from '@tanstack/react-query';
import { Button as AntButton, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { clearDialogAddress, titleOf, useEquipmentChanged } from '#features/equipment/web/service.ts';
import { logKinds } from '#shared/deviceLabels.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { problemText, withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { useDictionaryLists } from '#web/data/dictionary.ts';
import { fullTime } from '#web/data/format.ts';
import { useLive } from '#web/live/live.ts';
import type { LiveEvent } from '#web/live/protocol.ts';
import { box } from '#web/message/message.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { testApi } from '../contract.ts';
import { TestState } from './TestState.tsx';

type Test = OutputOf<typeof testApi.getEquipmentTest>;
type TestEvent = LiveEvent & { equipmentTest?: { equipmentId: string } };

/** Poll interval for further messages while a window runs, ms; the evidence itself arrives as a live event. */
const pollMs = 3000;

function Arrivals({ arrivals }: Pick<Test, 'arrivals'>) {
  if (arrivals.length === 0) return <p className="text-[13px] text-text2">还没有收到消息</p>;
  return (
    <ol className="min-w-0" aria-label="收到的消息">
      {arrivals.map(({ receivedAt, kind, late }) => (
        <li key={`${receivedAt}${kind}`} className="flex items-center gap-3 py-2 border-b border-line text-[13px]">
          <time className="text-text3 whitespace-nowrap">{fullTime(receivedAt).slice(11)}</time>
          <span className="flex-1">{logKinds[kind as keyof typeof logKinds] ?? kind}</span>
          {late && <span className="text-level2-text">补传</span>}
        </li>
      ))}
    </ol>
  );
}

interface FooterProps {
  test: Test | undefined;
  busy: boolean;
  onStart: () => void;
  onEnd: () => void;
  onClose: () => void;
}

function Footer({ test, busy, onStart, onEnd, onClose }: FooterProps) {
  const passed = test?.running === false && Boolean(test.window?.heardAt);
  return (
    <>
      {test?.running && (
        <AntButton disabled={busy} onClick={onEnd}>
          结束测试
        </AntButton>
      )}
      {passed && (
        <AntButton loading={busy} onClick={onStart}>
          重新测试
        </AntButton>
      )}
      <AntButton key="close" type={passed ? 'primary' : 'default'} onClick={onClose}>
        关闭
      </AntButton>
      {test && !test.running && !passed && (
        <AntButton type="primary" autoFocus={!test.window} loading={busy} onClick={onStart}>
          {test.window ? '重新测试' : '开始测试'}
        </AntButton>
      )}
    </>
  );
}

/** Dialog 现场测试 of one device: the window with its countdown, and the messages as they arrive. */
export default function TestDialog({ id }: { id: string }) {
  const changed = useEquipmentChanged();
  const [open, setOpen] = useState(true);
  const [busy, setBusy] = useState(false);
  useDictionaryLists();
  const { data, error, refetch } = useQuery({
    queryKey: [testApi.getEquipmentTest.path, id],
    queryFn: ({ signal }) => callApi(testApi.getEquipmentTest, { id }, { signal }),
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.running ? pollMs : false),
  });
  useLive((event: TestEvent) => {
    if (event.equipmentTest?.equipmentId === id) void refetch();
  });
  // Polled or live, the evidence reloads the page behind the dialog.
  const heardAt = data?.window?.heardAt;
  useEffect(() => {
    if (heardAt) changed();
  }, [heardAt, changed]);

  const run = async (action: () => Promise<unknown>, failed: string) => {
    setBusy(true);
    await withToast(action, { done: null, failed });
    await refetch();
    setBusy(false);
  };
  const start = () => run(() => callApi(testApi.startEquipmentTest, { id }), '测试没有开始');
  const end = () => run(() => callApi(testApi.endEquipmentTest, { id }), '测试没有结束');
  /** Warns when the dialog closes that the window keeps running. */
  async function close(): Promise<void> {
    if (data?.running) {
      const until = fullTime(data.window?.until).slice(11, 16);
      const text = `测试到 ${until} 为止有效：其间这台设备的第一次报警只作为测试记录，不响铃。`;
      if (await box.confirm(text, { title: '测试还在进行', ok: '结束测试', cancel: '让它继续' })) await end();
    }
    setOpen(false);
  }
  return (
    <Modal
      open={open}
      width={480}
      title={data ? titleOf('现场测试', data) : '现场测试'}
      mask={{ closable: false }}
      destroyOnHidden
      onCancel={() => void close()}
      afterClose={() => clearDialogAddress()}
      footer={
        <Footer
          test={data}
          busy={busy}
          onStart={() => void start()}
          onEnd={() => void end()}
          onClose={() => void close()}
        />
      }
    >
      <div className="flex flex-col gap-3">
        {error && (
          <p className="text-[13px] text-level1-text" role="alert">
            {problemText(error)}{' '}
            <Button kind="link" onClick={() => void refetch()}>
              重试
            </Button>
          </p>
        )}
        {!data && !error && <Skeleton lines={[0, 0]} />}
        {data && <TestState test={data} onOver={() => void refetch()} />}
        {data?.window && <Arrivals arrivals={data.arrivals} />}
      </div>
    </Modal>
  );
}
