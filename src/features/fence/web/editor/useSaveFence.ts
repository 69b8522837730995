import { useState } from 'react';
import { fenceApi } from '#features/fence/contract.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import { showFailure } from '#web/api/feedback.ts';
import { ApiError, callApi } from '#web/api/request.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { toast } from '#web/message/message.tsx';
import { type DraftShape, type FenceDraft, inputOf, type StoredFence } from './draft.ts';

type Status = StoredFence['status'];

interface Edited {
  /** The stored fence; absent for a new one. */
  row: StoredFence | undefined;
  draft: FenceDraft;
  shape: DraftShape;
  problems: ReadonlyMap<string, string>;
  goTo: (field: string) => void;
  /** Drops the draft of the browser tab. */
  clear: () => void;
  onSaved: (row?: StoredFence) => void;
  onRefresh: (() => void) | undefined;
}

/** Saves a fence, then switches it on or off; returns its id. */
async function saveFence({ row, draft, shape }: Edited, status: Status): Promise<string> {
  const input = inputOf(draft, shape);
  const { id } = row
    ? await callValidated(fenceApi.editFence, { minutes: null, ...input, id: row.id, version: row.version })
    : await callValidated(fenceApi.addFence, input);
  if ((row?.status ?? 'enabled') !== status) await callApi(fenceApi.updateFenceStatus, { id, status });
  return id;
}

function refusedFields(error: unknown): ReadonlyMap<string, string> {
  const data = error instanceof ApiError ? (error.data as { errors?: FieldProblem[] } | null) : null;
  return new Map(data?.errors?.map(({ field, msg }) => [field, msg]));
}

/** Returns the function that saves, with what was refused by field. */
export function useSaveFence(edited: Edited) {
  const { row, problems, goTo, clear, onSaved, onRefresh } = edited;
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const [isSaving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<string>();

  const finish = async (status: Status) => {
    const id = await saveFence(edited, status);
    clear();
    toast.success(status === 'enabled' ? '围栏已保存并生效' : '围栏已保存，没有启用');
    if (row) return onSaved(await callApi(fenceApi.getFence, { id }));
    location.hash = `#/location/list/fence/${id}`;
    onSaved();
  };
  const save = async (status: Status) => {
    setTried(true);
    setRefused(new Map());
    const [wrong] = problems.keys();
    if (wrong !== undefined) return goTo(wrong);
    setSaving(true);
    try {
      await finish(status);
    } catch (error) {
      setRefused(refusedFields(error));
      if (row && error instanceof ApiError && error.status === 409) setConflict(error.msg);
      else showFailure(error, '围栏没有保存');
    }
    setSaving(false);
  };
  const refresh = () => {
    clear();
    onRefresh?.();
  };
  return { save, refresh, tried, refused, isSaving, conflict };
}
