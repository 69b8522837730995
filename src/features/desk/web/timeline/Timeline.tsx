import { useEffect, useRef, useState } from 'react';
import { deskApi } from '#features/desk/contract.ts';
import { callTargets, nameOfNumber } from '#features/phoneCall/web/service.ts';
import { type RunAction, useWarnDraft, type WarnDetail, type WarnStep } from '#features/warn/web/service.ts';
import { callApi } from '#web/api/request.ts';
import { useKeyless } from '#web/core/useMedia.ts';
import { Button } from '#web/ui/Button.tsx';
import { DeliveryRow } from './DeliveryRow.tsx';
import { foldDeliveries } from './deliveries.ts';
import { StepRow, type StepRowProps } from './StepRow.tsx';
import { newestFirst, pressesTogether } from './stepGroups.ts';

/** Consecutive presses, newest first: one line that unfolds into all of them. */
function Presses({ steps, receivedAt, zone, nameOf }: { steps: readonly WarnStep[] } & Omit<StepRowProps, 'step'>) {
  const [open, setOpen] = useState(false);
  const [newest, ...others] = steps;
  if (newest === undefined) return null;
  return (
    <>
      <StepRow step={newest} receivedAt={receivedAt} zone={zone} nameOf={nameOf}>
        <Button kind="link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? '收起' : `其余 ${others.length} 次`}
        </Button>
      </StepRow>
      {open &&
        others.map((step) => <StepRow key={step.id} step={step} receivedAt={receivedAt} zone={zone} nameOf={nameOf} />)}
    </>
  );
}

interface NoteProps {
  detail: WarnDetail;
  run: RunAction;
  onClose: () => void;
}

/** Note that is being typed; it survives Esc, a reload and a new warn. */
function NoteField({ detail, run, onClose }: NoteProps) {
  const [note, setNote, dropNote] = useWarnDraft(detail, 'note', '');
  const [saving, setSaving] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const keyless = useKeyless();
  useEffect(() => field.current?.focus(), []);
  const save = async () => {
    if (note.trim() === '') return field.current?.focus();
    if (saving) return;
    setSaving(true);
    const saved = await run(() => callApi(deskApi.addWarnNote, { id: detail.id, note: note.trim() }));
    setSaving(false);
    if (!saved) return;
    dropNote();
    onClose();
  };
  return (
    <form
      className="pb-2.5 flex items-start gap-2 px-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <textarea
        className="desk-input border border-edge rounded-md bg-container flex-1 min-w-0"
        ref={field}
        rows={2}
        maxLength={500}
        aria-label="备注"
        placeholder={keyless ? '写一条备注' : '写一条备注，Ctrl Enter 保存'}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.ctrlKey) void save();
          if (event.key === 'Escape') onClose();
        }}
      />
      <Button kind="primary" small type="submit" disabled={saving}>
        {saving ? '保存中…' : '保存'}
      </Button>
      <Button small onClick={onClose}>
        收起
      </Button>
    </form>
  );
}

interface Props {
  detail: WarnDetail;
  canNote: boolean;
  run: RunAction;
  noting: boolean;
  onNoting: (open: boolean) => void;
}

/**
 * All steps, newest first; users' actions and notes are emphasized, messages are folded into the line of their step.
 */
export function Timeline({ detail, canNote, run, noting, onNoting }: Props) {
  const { steps, deliveries, cutId } = foldDeliveries(detail);
  const groups = pressesTogether(newestFirst(steps));
  const shared = {
    receivedAt: detail.receivedAt,
    zone: detail.timeZone,
    nameOf: nameOfNumber(callTargets(detail)),
  };
  const noteDraft = detail.drafts.find((draft) => draft.kind === 'note');
  return (
    <section className="timeline mt-1.5 border-t border-line" aria-label="时间线">
      <h3 className="title-line">
        时间线 <small className="text-[13px]">备注与事件</small>
        {canNote && (
          <Button kind="link" className="ml-auto font-normal text-[13px]" onClick={() => onNoting(true)}>
            加备注 <kbd>N</kbd>
          </Button>
        )}
      </h3>
      {noting && canNote && <NoteField key={detail.id} detail={detail} run={run} onClose={() => onNoting(false)} />}
      {noteDraft && !noting && canNote && (
        <p className="quiet flex items-center flex-wrap gap-x-2 px-4 mb-1.5" role="status">
          {noteDraft.userName} 有一条没有保存的备注
          <Button kind="link" onClick={() => onNoting(true)}>
            接着写
          </Button>
        </p>
      )}
      <ol>
        {groups.map(([step, ...others]) => {
          if (others.length > 0) return <Presses key={others.at(-1)?.id} steps={[step, ...others]} {...shared} />;
          const sent = deliveries.get(step.id);
          if (!sent) return <StepRow key={step.id} step={step} {...shared} />;
          return <DeliveryRow key={step.id} step={step} deliveries={sent} cut={cutId === step.id} {...shared} />;
        })}
      </ol>
    </section>
  );
}
