import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Drawer, Input } from 'antd';
import { useState } from 'react';
import { handoverApi } from '#features/handover/contract.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can, useSession } from '#web/api/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { HandoverPaper } from './HandoverPaper.tsx';
import { HandoverSheet, type Sheet } from './HandoverSheet.tsx';

/** Polling interval of a sheet that both sides have not signed, ms. */
const pollMs = 5000;

interface Props {
  id: string;
  onChanged: () => void;
  onClose: () => void;
}

/** Returns the label of the viewer's signature on this sheet; undefined when they cannot sign now. */
function signLabel(sheet: Sheet, userId: string | undefined): string | undefined {
  if (sheet.state === 'signed' || !can('warn:claim')) return undefined;
  if (sheet.giverId === userId) return sheet.signatures.length === 0 ? '签字交班' : undefined;
  return sheet.takerId === userId && sheet.signatures.length > 0 ? '签字接班' : undefined;
}

/** One sheet: read, comment, sign and print. */
export function HandoverDrawer({ id, onChanged, onClose }: Props) {
  const userId = useSession().user?.id;
  const client = useQueryClient();
  const queryKey = [handoverApi.getHandover.path, id];
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(handoverApi.getHandover, { id }, { signal }),
    // The other side may sign, or a renewed sheet may need a signature again.
    refetchInterval: (query) => (query.state.data?.state === 'open' ? pollMs : false),
  });
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const [printing, setPrinting] = useState(false);
  const run = async (request: () => Promise<Sheet>, done: string, failed: string) => {
    setBusy(true);
    const sheet = await withToast(request, { done, failed });
    setBusy(false);
    if (!sheet) {
      // The sheet on screen may be outdated; typed text stays.
      void client.invalidateQueries({ queryKey });
      onChanged();
      return;
    }
    client.setQueryData(queryKey, sheet);
    setNote('');
    onChanged();
  };
  const signText = data && signLabel(data, userId);
  if (printing && data) return <HandoverPaper sheet={data} onClose={() => setPrinting(false)} />;
  return (
    <Drawer
      open
      size={640}
      title="交接班单"
      onClose={onClose}
      extra={data && <Button onClick={() => setPrinting(true)}>打印</Button>}
      footer={
        data && (
          <div className="flex flex-wrap gap-2">
            <Input
              className="flex-1"
              aria-label={data.state === 'signed' ? '更正' : '备注'}
              placeholder={data.state === 'signed' ? '签字后只能补充更正' : '备注'}
              maxLength={500}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
            <Button
              disabled={busy || note.trim() === ''}
              onClick={() =>
                void run(() => callApi(handoverApi.addHandoverNote, { id, note: note.trim() }), '已添加', '没有添加')
              }
            >
              {data.state === 'signed' ? '补充更正' : '添加备注'}
            </Button>
            {signText && (
              <Button
                kind="primary"
                disabled={busy}
                onClick={() => {
                  const noteText = note.trim();
                  const input = { id, openWarnIds: data.openWarnIds, to: data.to, ...(noteText && { note: noteText }) };
                  void run(() => callApi(handoverApi.signHandover, input), '已签字', '没有签字');
                }}
              >
                {signText}
              </Button>
            )}
          </div>
        )
      }
    >
      {data ? (
        <HandoverSheet sheet={data} />
      ) : error ? (
        <p className="text-text2">{error.message}</p>
      ) : (
        <Skeleton lines={[60, 80, 70, 40]} />
      )}
    </Drawer>
  );
}
