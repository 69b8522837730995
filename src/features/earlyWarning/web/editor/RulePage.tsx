import { useState } from 'react';
import { earlyWarningApi } from '#features/earlyWarning/contract.ts';
import { StoredEditor } from '#web/form/StoredEditor.tsx';
import { useScreen } from '#web/screen/screen.ts';
import { RuleEditor } from './RuleEditor.tsx';

/** Page of one rule, or of a new one, `?customer=<id>` tried on this person. */
export default function RulePage({ id }: { id: string | undefined }) {
  const { query } = useScreen();
  const [number, setNumber] = useState(0);
  if (id)
    return (
      <StoredEditor endpoint={earlyWarningApi.getRule} input={{ id }} noun="规则">
        {(row, onSaved, onRefresh) => <RuleEditor key={`${id}-${row.version}`} {...{ row, onSaved, onRefresh }} />}
      </StoredEditor>
    );
  const customerId = query.get('customer') ?? undefined;
  return <RuleEditor key={`${customerId}-${number}`} customerId={customerId} onSaved={() => setNumber(number + 1)} />;
}
