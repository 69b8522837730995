import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { box, toast } from '#web/message/message.tsx';
import { useHotkey } from '#web/screen/hotkeys.ts';
import { useScreen } from '#web/screen/screen.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Callout } from '#web/ui/Callout.tsx';
import { Strip } from '#web/ui/Strip.tsx';
import { problemsOf } from '../draft/check.ts';
import type { Draft } from '../draft/draft.ts';
import { focusField } from '../field/focusField.ts';
import { open, scalesPath, viewPath } from '../paths.ts';
import { TryPanel } from '../trial/TryPanel.tsx';
import { type Section, sectionOf } from '../words/placeText.ts';
import { type Editing, EditingContext } from './editing.ts';
import { ProblemList } from './ProblemList.tsx';
import { SectionBody } from './SectionBody.tsx';
import { SectionTabs } from './SectionTabs.tsx';
import { useLeaveWarning } from './useLeaveWarning.ts';
import { useSaveScale } from './useSaveScale.ts';
import { useScaleDraft } from './useScaleDraft.ts';
import '../scale.css';

interface Props {
  /** What the page begins with: the next version of a scale, or a new scale. */
  first: Draft;
  /** The version before; absent for a new scale. */
  former: Draft | undefined;
  isOn: boolean;
  /** The version before has no text. */
  isAdapter: boolean;
  /** Begins from the start: after saving, after discarding, after a conflict. */
  onRestart: () => void;
}

/** Places of texts that are empty at first: their problems are shown once the field was left. */
const isText = (place: string) => /(^|\.)(name|code|key|licence|label|evidence)$/.test(place);

/** Returns what is wrong with a draft, and whether a place shows it. */
function useProblems(draft: Draft, isAdapter: boolean) {
  const checked = useDeferredValue(draft);
  const problems = useMemo(() => problemsOf(checked, !isAdapter), [checked, isAdapter]);
  const [isTried, setTried] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const leave = (place: string) => {
    if (!left.has(place)) setLeft((former) => new Set(former).add(place));
  };
  const isShown = (place: string) => isTried || !isText(place) || left.has(place);
  return { problems, isTried, try: () => setTried(true), leave, isShown };
}

const isBelow = (place: string, root: string) =>
  place === root || place.startsWith(`${root}.`) || place.startsWith(`${root}[`);

/** Form and try-out of the next version of a scale (as picture 17c). */
export function ScaleEditor({ first, former, isOn, isAdapter, onRestart }: Props) {
  const { active, setTitle } = useScreen();
  const edits = useScaleDraft(first);
  const { draft, change, undo, savedAt, clear } = edits;
  const wrong = useProblems(draft, isAdapter);
  const { problems } = wrong;
  const [section, setSection] = useState<Section>(former ? 'items' : 'basic');
  const [openItem, setOpenItem] = useState<number | undefined>(former ? undefined : 0);
  const form = useRef<HTMLFormElement>(null);
  const tried = useDeferredValue(draft);
  useLeaveWarning(draft.name, savedAt !== undefined);
  useEffect(() => setTitle(draft.name.trim() || '新量表'), [draft.name, setTitle]);

  const goTo = (place: string) => {
    const item = /^items\[(\d+)\]/.exec(place)?.[1];
    if (item !== undefined) setOpenItem(Number(item));
    setSection(sectionOf(place));
    focusField(form.current, place);
  };
  const saving = useSaveScale(draft, {
    ...{ isNew: former === undefined, isOn, onRefused: goTo },
    onSaved: () => {
      clear();
      onRestart();
      open(viewPath(draft.code));
    },
  });
  const save = (enabled: boolean) => {
    wrong.try();
    const [place] = problemsOf(draft, enabled || !isAdapter).keys();
    const isUnlicensed = enabled && isAdapter && draft.licence === former?.licence;
    if (place !== undefined || isUnlicensed) {
      goTo(place ?? 'licence');
      if (isAdapter) toast.warning(place === undefined ? '请写明谁授权' : '文字录全了才能启用，可以先「只保存」');
      return;
    }
    void saving.save(enabled);
  };
  const discard = async () => {
    if (savedAt && !(await box.confirm('放弃没有保存的修改？', { ok: '放弃修改', danger: true }))) return;
    clear();
    onRestart();
    open(former ? viewPath(draft.code) : scalesPath);
  };
  useHotkey('Ctrl Enter', () => save(true), active);

  const editing: Editing = {
    ...{ draft, change, form, openItem, setOpenItem },
    problemAt: (place) => saving.refused.get(place) ?? (wrong.isShown(place) ? problems.get(place) : undefined),
    countBelow: (root) => [...problems.keys()].filter((place) => isBelow(place, root) && wrong.isShown(place)).length,
  };
  return (
    <EditingContext value={editing}>
      <div className="flex flex-col h-full min-h-0 bg-container">
        <header className="scale-head flex flex-wrap items-center gap-2 border-b border-line px-4">
          <h2 className="text-base font-bold truncate">{draft.name.trim() || '新量表'}</h2>
          <Badge tone="lead" filled>
            {former ? `改成第 ${draft.version} 版` : '新量表'}
          </Badge>
          <span className="text-xs text-text3 truncate">
            {[former && `第 ${former.version} 版不变`, savedAt && `草稿 ${savedAt} 已存在本机`]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <span className="ml-auto inline-flex items-center gap-2 max-md:ml-0">
            {undo && <Button onClick={undo}>撤销</Button>}
            <Button onClick={() => void discard()}>取消</Button>
            {!isOn && (
              <Button disabled={saving.isSaving} onClick={() => save(false)}>
                只保存
              </Button>
            )}
            <Button kind="primary" disabled={saving.isSaving} onClick={() => save(true)}>
              {isOn ? `保存为第 ${draft.version} 版` : '保存并启用'} <kbd>Ctrl ↵</kbd>
            </Button>
          </span>
        </header>
        {saving.conflict && (
          <Strip tone="notice" role="alert">
            {saving.conflict}
            <Button kind="link" onClick={() => change((old) => ({ ...old, version: (old.version ?? 0) + 1 }))}>
              改存为下一版
            </Button>
            <a href={`#${viewPath(draft.code)}`}>看新版</a>
          </Strip>
        )}
        <div className="scale-page flex flex-1 min-h-0">
          <div className="scale-form flex flex-col flex-1 min-w-0 min-h-0">
            <SectionTabs {...{ draft, problems, section, hasFormer: former !== undefined, onSection: setSection }} />
            <form
              ref={form}
              aria-label="量表"
              onSubmit={(event) => event.preventDefault()}
              className="scale-main flex flex-col gap-4 flex-1 min-h-0 overflow-y-auto p-4"
              data-scroll="scale"
              onBlur={({ target }) => {
                const place = target.closest<HTMLElement>('[data-field]')?.dataset.field;
                if (place) wrong.leave(place);
              }}
            >
              {isAdapter && (
                <Callout tone="notice" className="text-[13px]">
                  这份量表的条目和选项没有文字。请录入得到授权的文字，在「基本」的授权说明里写明谁授权、合同或许可号；录全了才能启用。
                </Callout>
              )}
              <ProblemList {...{ draft, problems, isTried: wrong.isTried, onGo: goTo }} />
              <SectionBody {...{ section, former }} />
            </form>
          </div>
          <TryPanel {...{ draft: tried, tried: { definition: tried }, problems: problems.size }} />
        </div>
      </div>
    </EditingContext>
  );
}
