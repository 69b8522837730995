import { useState } from 'react';
import { fenceApi } from '#features/fence/contract.ts';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { Button } from '#web/ui/Button.tsx';
import { Strip } from '#web/ui/Strip.tsx';
import type { StoredFence } from './draft.ts';
import { FenceEditor } from './FenceEditor.tsx';

/** Editor of a stored fence; the values first read stay until it is saved or read anew. */
function StoredPage({ id }: { id: string }) {
  const { data, problem, reload } = useCall(fenceApi.getFence, { id }, { first: true });
  const [opened, setOpened] = useState<StoredFence>();
  if (!opened && data) setOpened(data);
  const refresh = async () => {
    setOpened(undefined);
    await reload();
  };
  if (!opened)
    return problem ? (
      <Strip tone="warn" role="alert">
        围栏没有取到：{problem}
        <Button kind="link" onClick={() => void reload()}>
          重试
        </Button>
      </Strip>
    ) : null;
  return (
    <FenceEditor key={`${id}-${opened.version}`} row={opened} onSaved={setOpened} onRefresh={() => void refresh()} />
  );
}

/** Page of one fence, or of a new one, `?customer=<id>` for this person. */
export default function FencePage({ id }: { id: string | undefined }) {
  const { query } = useScreen();
  const [number, setNumber] = useState(0);
  if (id) return <StoredPage id={id} />;
  const customerId = query.get('customer') ?? undefined;
  return <FenceEditor key={`${customerId}-${number}`} customerId={customerId} onSaved={() => setNumber(number + 1)} />;
}
