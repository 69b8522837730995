import { useState } from 'react';
import { earlyWarningApi } from '#features/earlyWarning/contract.ts';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { Button } from '#web/ui/Button.tsx';
import { Strip } from '#web/ui/Strip.tsx';
import type { StoredRule } from './draft.ts';
import { RuleEditor } from './RuleEditor.tsx';

/** Editor of a stored rule; the values first read stay until it is saved or read anew. */
function StoredPage({ id }: { id: string }) {
  const { data, problem, reload } = useCall(earlyWarningApi.getRule, { id }, { first: true });
  const [opened, setOpened] = useState<StoredRule>();
  if (!opened && data) setOpened(data);
  const refresh = async () => {
    setOpened(undefined);
    await reload();
  };
  if (!opened)
    return problem ? (
      <Strip tone="warn" role="alert">
        规则没有取到：{problem}
        <Button kind="link" onClick={() => void reload()}>
          重试
        </Button>
      </Strip>
    ) : null;
  return (
    <RuleEditor key={`${id}-${opened.version}`} row={opened} onSaved={setOpened} onRefresh={() => void refresh()} />
  );
}

/** Page of one rule, or of a new one, `?customer=<id>` tried on this person. */
export default function RulePage({ id }: { id: string | undefined }) {
  const { query } = useScreen();
  const [number, setNumber] = useState(0);
  if (id) return <StoredPage id={id} />;
  const customerId = query.get('customer') ?? undefined;
  return <RuleEditor key={`${customerId}-${number}`} customerId={customerId} onSaved={() => setNumber(number + 1)} />;
}
