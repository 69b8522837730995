import { useState } from 'react';
import { hasText } from '#shared/scale/text.ts';
import { can } from '#web/api/session.ts';
import { StoredEditor } from '#web/form/StoredEditor.tsx';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { EmptyState } from '#web/table/TableStates.tsx';
import { Button } from '#web/ui/Button.tsx';
import { scaleApi } from '../../contract.ts';
import { type Draft, draftOf, freeCode, newDraft, patched } from '../draft/draft.ts';
import { open, scalesPath, viewPath } from '../paths.ts';
import { ScaleEditor } from './ScaleEditor.tsx';

/** Returns a new scale that begins as a copy of another; it does not set the ability level. */
const copyOf = (definition: object & { name: string }): Draft =>
  patched(draftOf(definition, 1), { name: `${definition.name}（副本）`, ability: undefined });

/** The next version of a stored scale. */
function NextVersion({ code }: { code: string }) {
  const [number, setNumber] = useState(0);
  return (
    <StoredEditor key={number} endpoint={scaleApi.getScale} input={{ code }} noun="量表">
      {(stored, _onSaved, onRefresh) => {
        const restart = () => {
          onRefresh();
          setNumber(number + 1);
        };
        return (
          <ScaleEditor
            first={draftOf(stored, stored.version + 1)}
            former={draftOf(stored, stored.version)}
            isOn={stored.status === 'enabled'}
            isAdapter={!hasText(stored)}
            onRestart={restart}
          />
        );
      }}
    </StoredEditor>
  );
}

/** Returns a code that no scale has: own1, own2, …; undefined until the list is loaded. */
function useFreeCode(): string | undefined {
  const { data, problem } = useCall(scaleApi.getScaleList, { limit: 200 }, { gcTime: 0 });
  const [code, setCode] = useState<string>();
  // A scale that is added later does not change the code of the draft.
  if (code === undefined && (data ?? problem) !== undefined)
    setCode(freeCode(data?.rows.map((row) => row.code).filter((each) => each.startsWith('own')) ?? [], 'own'));
  return code;
}

/** A new scale, `?copy=<code>` begun as a copy. */
function NewScale({ onRestart }: { onRestart: () => void }) {
  const copied = useScreen().query.get('copy') ?? undefined;
  const code = useFreeCode();
  if (code === undefined) return null;
  const shared = { former: undefined, isOn: false, isAdapter: false, onRestart };
  if (copied === undefined) return <ScaleEditor first={{ ...newDraft, code }} {...shared} />;
  return (
    <StoredEditor key={copied} endpoint={scaleApi.getScale} input={{ code: copied }} noun="量表">
      {(stored) => <ScaleEditor first={{ ...copyOf(stored), code }} {...shared} />}
    </StoredEditor>
  );
}

/** Editor of a scale's next version, or of a new scale; it needs `assessment:scale`. */
export default function EditPage({ code }: { code: string | undefined }) {
  const [number, setNumber] = useState(0);
  if (!can('assessment:scale'))
    return (
      <EmptyState reason="你的角色可以看量表，不能改。">
        <Button onClick={() => open(code === undefined ? scalesPath : viewPath(code))}>看量表</Button>
      </EmptyState>
    );
  return code === undefined ? (
    <NewScale key={number} onRestart={() => setNumber(number + 1)} />
  ) : (
    <NextVersion code={code} />
  );
}
