import { useEffect, useMemo, useRef, useState } from 'react';
import { fenceApi } from '#features/fence/contract.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { useSaveEditor } from '#web/form/useSaveEditor.ts';
import { useHotkey } from '#web/screen/hotkeys.ts';
import { useScreen } from '#web/screen/screen.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Strip } from '#web/ui/Strip.tsx';
import { sizeOf } from '../trial/curve.ts';
import { RadiusCurve } from '../trial/RadiusCurve.tsx';
import { TrialPanel } from '../trial/TrialPanel.tsx';
import { useTrial } from '../trial/useTrial.ts';
import { draftOf, draftProblems, draftShape, newDraft, newShape, type StoredFence, triedFence } from './draft.ts';
import { FenceForm } from './FenceForm.tsx';
import { FenceMap, sizeText } from './FenceMap.tsx';
import { storeFence } from './storeFence.ts';
import { useEdits } from './useEdits.ts';
import { useHome, usePeople } from './usePeople.ts';
import type { ShapeHistory } from './useShapeHistory.ts';
import '../fence.css';

interface Props {
  /** The stored fence; absent for a new one. */
  row?: StoredFence;
  /** Person of a new fence. */
  customerId?: string | undefined;
  /** Called after saving; without a row the fence was a new one. */
  onSaved: (row?: StoredFence) => void;
  /** Reads the stored fence again, after a conflict. */
  onRefresh?: () => void;
}

/** Returns the fence in force and its shape. */
function useStored(row: StoredFence | undefined) {
  return useMemo(() => {
    if (!row) return undefined;
    const shape = draftShape(row.shape);
    return { shape, fence: triedFence(draftOf(row), shape) };
  }, [row]);
}

/** Person of the try-out: the chosen one, else the first of the fence. */
function useTriedPerson(ids: readonly string[]) {
  const [chosen, setChosen] = useState<string>();
  const isOffered = chosen !== undefined && (ids.length === 0 || ids.includes(chosen));
  return [isOffered ? chosen : ids[0], setChosen] as const;
}

/** A new fence begins round the home of its first person; returns that home. */
function useFirstPlace(row: StoredFence | undefined, customerId: string | undefined, { live, set }: ShapeHistory) {
  const home = useHome(row ? undefined : customerId);
  const { lat, lng } = live.centre;
  const isUnplaced = !row && live.kind === 'circle' && lat === undefined && lng === undefined;
  useEffect(() => {
    if (isUnplaced && home) set({ ...live, centre: { lat: home.lat, lng: home.lng } }, 'home');
  }, [isUnplaced, home, set, live]);
  return home;
}

const toList = () => {
  location.hash = '#/location/list/fence';
};

/** Moves the focus to the part of the form with a field. */
function focusField(form: HTMLElement | null, field: string): void {
  const parts = [...(form?.querySelectorAll<HTMLElement>('[data-field]') ?? [])];
  const part = parts.findLast(({ dataset }) => dataset.field && field.startsWith(dataset.field));
  part?.scrollIntoView({ block: 'center' });
  part?.querySelector<HTMLElement>('input, textarea, button')?.focus();
}

interface HeadProps {
  row: StoredFence | undefined;
  name: string;
  savedAt: string | undefined;
}

function Head({ row, name, savedAt }: HeadProps) {
  const isOn = row?.status === 'enabled';
  return (
    <header className="flex items-center gap-2">
      <h2 className="text-base font-bold truncate">{name.trim() || (row?.name ?? '新围栏')}</h2>
      {row && (
        <Badge {...(isOn && { tone: 'lead' })} filled>
          {isOn ? '启用中' : '已停用'}
        </Badge>
      )}
      {savedAt && <span className="ml-auto text-xs text-text3 whitespace-nowrap">正在改，草稿 {savedAt} 已存</span>}
    </header>
  );
}

/** Form, map and try-out of one fence (picture 21). */
export function FenceEditor({ row, customerId, onSaved, onRefresh }: Props) {
  const { active, setTitle } = useScreen();
  const editable = can('fence:edit');
  const first = useMemo(
    () => ({
      draft: row ? draftOf(row) : { ...newDraft, customerIds: customerId ? [customerId] : [] },
      shape: row ? draftShape(row.shape) : newShape,
    }),
    [row, customerId],
  );
  const { draft, change, history, savedAt, clear, isTouched } = useEdits(first, row?.version ?? 0, editable);
  const { live, settled } = history;
  const people = usePeople(draft.customerIds);
  const [triedId, setTriedId] = useTriedPerson(draft.customerIds);
  const stored = useStored(row);
  const fences = useMemo(
    () => ({ live: triedFence(draft, live), settled: triedFence(draft, settled), stored: stored?.fence }),
    [draft, live, settled, stored],
  );
  const { shown, curve, problem, isLoading } = useTrial(can('location:track') ? triedId : undefined, fences);

  const home = useFirstPlace(row, draft.customerIds[0], history);
  const form = useRef<HTMLDivElement>(null);
  const goTo = (field: string) => focusField(form.current, field);
  const problems = useMemo(() => draftProblems(draft, live), [draft, live]);
  const saving = useSaveEditor({
    ...{ row, noun: '围栏', switched: '生效', path: '/location/list/fence' },
    ...{ problems, isTouched, savedAt, goTo, clear, toList, onSaved, onRefresh },
    store: () => storeFence(row, draft, settled),
    setStatus: (id, status) => callApi(fenceApi.updateFenceStatus, { id, status }),
    read: (id) => callApi(fenceApi.getFence, { id }),
  });
  const { save, discard, problemOf, conflict } = saving;
  useEffect(() => setTitle(row?.name ?? '新增围栏'), [row, setTitle]);
  useHotkey('Ctrl Enter', () => void save('enabled'), active && editable);
  useHotkey('Ctrl Z', () => history.undo?.(), active && editable && history.undo !== undefined);
  useHotkey('Ctrl Y', () => history.redo?.(), active && editable && history.redo !== undefined);

  const sized = shown && sizeOf(shown.fence);
  const storedSized = stored?.fence && sizeOf(stored.fence);
  return (
    <div className="fence-page flex h-full min-h-0 bg-container">
      <div className="fence-side flex flex-col border-r border-line">
        <div
          ref={form}
          className="fence-form flex flex-col gap-4 flex-1 min-h-0 overflow-y-auto px-4 py-4"
          data-scroll="fence"
        >
          <Head row={row} name={draft.name} savedAt={savedAt} />
          <FenceForm
            {...{ draft, history, people, problemOf, editable }}
            onChange={change}
            curve={
              curve &&
              sized && (
                <RadiusCurve
                  points={curve}
                  title={sized.title}
                  size={sized.size}
                  stored={storedSized?.title === sized.title ? storedSized.size : undefined}
                />
              )
            }
          />
        </div>
        {conflict && (
          <Strip tone="notice" role="alert">
            {conflict}
            <Button kind="link" onClick={saving.refresh}>
              刷新
            </Button>
          </Strip>
        )}
        {editable && (
          <footer className="flex items-center gap-2 border-t border-line px-4 py-3">
            <Button onClick={() => void discard()}>取消</Button>
            <Button className="ml-auto" disabled={saving.isSaving} onClick={() => void save('disabled')}>
              停用保存
            </Button>
            <Button kind="primary" disabled={saving.isSaving} onClick={() => void save('enabled')}>
              保存并生效 <kbd>Ctrl ↵</kbd>
            </Button>
          </footer>
        )}
      </div>
      <div className="flex flex-col flex-1 min-w-0 min-h-0">
        <FenceMap
          {...{ history, editable, shown }}
          name={draft.name}
          isForbidden={draft.kind === 'forbidden'}
          stored={stored?.shape}
          home={home}
        />
        <TrialPanel
          {...{ people, shown, problem, isLoading }}
          customerId={triedId}
          onCustomer={setTriedId}
          ids={draft.customerIds}
          storedSize={stored && sizeText(stored.shape)}
        />
      </div>
    </div>
  );
}
