import { useState } from 'react';
import { fenceApi } from '#features/fence/contract.ts';
import { StoredEditor } from '#web/form/StoredEditor.tsx';
import { useScreen } from '#web/screen/screen.ts';
import { FenceEditor } from './FenceEditor.tsx';

/** Page of one fence, or of a new one, `?customer=<id>` for this person. */
export default function FencePage({ id }: { id: string | undefined }) {
  const { query } = useScreen();
  const [number, setNumber] = useState(0);
  if (id)
    return (
      <StoredEditor endpoint={fenceApi.getFence} input={{ id }} noun="围栏">
        {(row, onSaved, onRefresh) => <FenceEditor key={`${id}-${row.version}`} {...{ row, onSaved, onRefresh }} />}
      </StoredEditor>
    );
  const customerId = query.get('customer') ?? undefined;
  return <FenceEditor key={`${customerId}-${number}`} customerId={customerId} onSaved={() => setNumber(number + 1)} />;
}
