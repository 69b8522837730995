import { useState } from 'react';
import { can, useSession } from '#web/api/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { type WarningAct, WarningDialog } from '../WarningDialogs.tsx';
import { isOpen, type Warning } from '../words.ts';
import { CaseFooter } from './CaseFooter.tsx';
import { CaseHead } from './CaseHead.tsx';
import { CasePaper } from './CasePaper.tsx';
import { CaseTables } from './CaseTables.tsx';
import { Courses } from './Courses.tsx';
import { type Ending, EndingForm, emptyEnding } from './EndingForm.tsx';
import { PersonSide } from './PersonSide.tsx';
import type { Detail } from './panels.ts';

interface Props {
  detail: Detail;
  /** Other warnings of the person that the user has. */
  also: readonly Warning[];
  onTake: () => void;
  onChanged: () => void;
  onClosed: () => void;
  onBack: (() => void) | undefined;
}

export function CaseView({ detail, also, onTake, onChanged, onClosed, onBack }: Props) {
  const userId = useSession().user?.id ?? '';
  const [act, setAct] = useState<WarningAct | null>(null);
  const [printing, setPrinting] = useState(false);
  const [ending, setEnding] = useState<Ending>(emptyEnding);
  const isMine = detail.state === 'handling' && detail.handlerId === userId && detail.family === 'health';
  const handles = can('earlyWarning:handle');
  return (
    <>
      <section className="case-main overflow-y-auto" aria-label={`预警 ${detail.customerName}`}>
        {onBack && (
          <Button kind="link" className="px-4 pt-2" onClick={onBack}>
            ‹ 返回列表
          </Button>
        )}
        <CaseHead detail={detail} />
        <Courses detail={detail} />
        <CaseTables detail={detail} onNote={handles && isOpen(detail) ? () => setAct('note') : undefined} />
      </section>
      <aside className="case-side overflow-y-auto border-l border-line" aria-label="老人与处理">
        <PersonSide detail={detail} canCall={handles && isMine} onChanged={onChanged} />
        {isMine && <EndingForm ending={ending} also={also} onChange={setEnding} />}
      </aside>
      <CaseFooter
        {...{ detail, ending, also, isMine, onTake, onClosed }}
        onAct={setAct}
        onPrint={() => setPrinting(true)}
        onRefused={(errors) => setEnding((now) => ({ ...now, errors }))}
      />
      {printing && <CasePaper detail={detail} onClose={() => setPrinting(false)} />}
      {act && (
        <WarningDialog
          row={detail}
          act={act}
          onDone={act === 'ignore' || act === 'raise' || act === 'assign' ? onClosed : onChanged}
          onClosed={() => setAct(null)}
        />
      )}
    </>
  );
}
