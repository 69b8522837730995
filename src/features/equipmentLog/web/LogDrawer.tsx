import { Drawer } from 'antd';
import { useEffect, useState } from 'react';
import { isAborted, problemText } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { logApi } from '../contract.ts';
import { type Detail, MessageBody } from './MessageBody.tsx';

interface Props {
  id: string;
  onClose: () => void;
  /** Ids of the neighbouring rows. */
  newer: string | undefined;
  older: string | undefined;
  onShow: (id: string) => void;
}

/** Shows one message: bytes next to fields, effects and replies. */
export function LogDrawer({ id, onClose, newer, older, onShow }: Props) {
  const [read, setRead] = useState<Detail>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const leaving = new AbortController();
    setProblem(undefined);
    callApi(logApi.getEquipmentLog, { id }, { signal: leaving.signal }).then(setRead, (error: unknown) => {
      if (!isAborted(error)) setProblem(problemText(error, '报文没有取到'));
    });
    return () => leaving.abort();
  }, [id]);
  // Hides the previous message until the new one is loaded.
  const detail = read?.id === id ? read : undefined;
  const step = (to: string | undefined, label: string) => (
    <Button kind="plain" disabled={!to} onClick={() => to && onShow(to)}>
      {label}
    </Button>
  );
  const title = detail ? `${detail.sn} · ${detail.summary || '未解析'}` : '报文';
  return (
    <Drawer
      open
      size={720}
      title={title}
      onClose={onClose}
      extra={
        <span className="inline-flex items-center gap-1">
          {step(newer, '较新')}
          {step(older, '较早')}
        </span>
      }
    >
      {problem && <p role="alert">{problem}</p>}
      {!detail && !problem && <Skeleton lines={[0, 0, 0]} />}
      {detail && <MessageBody detail={detail} />}
    </Drawer>
  );
}
