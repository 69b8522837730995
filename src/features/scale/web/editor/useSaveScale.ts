import { useRef, useState } from 'react';
import { showFailure } from '#web/api/feedback.ts';
import { refusedFields } from '#web/api/refusedFields.ts';
import { ApiError, callApi } from '#web/api/request.ts';
import { toast } from '#web/message/message.tsx';
import { scaleApi } from '../../contract.ts';
import { type Draft, definitionOf } from '../draft/draft.ts';

interface Saved {
  /** The scale is new. */
  isNew: boolean;
  isOn: boolean;
  /** Called once the version is saved. */
  onSaved: () => void;
  /** Called with the place that was refused. */
  onRefused: (place: string) => void;
}

const codeTaken = '已有量表用这个编码';

/** Returns the function that saves a draft as the next version, and what was refused. */
export function useSaveScale(draft: Draft, { isNew, isOn, onSaved, onRefused }: Saved) {
  const [isSaving, setSaving] = useState(false);
  // Set at once: a double click comes before the next render.
  const saves = useRef(false);
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const [conflict, setConflict] = useState<string>();
  const fail = (error: unknown) => {
    const isTaken = error instanceof ApiError && error.status === 409;
    if (isTaken && !isNew) return setConflict(error.msg);
    const places = isTaken ? new Map([['code', codeTaken]]) : refusedFields(error);
    setRefused(places);
    const [place] = places.keys();
    if (place !== undefined) onRefused(place);
    if (isTaken) toast.error(`没有保存：${codeTaken}`);
    else showFailure(error, '没有保存');
  };
  const save = async (enabled: boolean) => {
    if (saves.current) return;
    saves.current = true;
    setSaving(true);
    setRefused(new Map());
    setConflict(undefined);
    try {
      await callApi(scaleApi.addScale, definitionOf(draft));
      await switchTo(draft, enabled, isOn);
      onSaved();
    } catch (error) {
      fail(error);
    }
    saves.current = false;
    setSaving(false);
  };
  return { save, isSaving, refused, conflict };
}

/** Gives a saved scale that is off the chosen state; a refusal leaves the version saved and says so. */
async function switchTo({ code, version }: Draft, enabled: boolean, isOn: boolean): Promise<void> {
  try {
    if (!isOn) await callApi(scaleApi.updateScaleStatus, { code, status: enabled ? 'enabled' : 'disabled' });
    toast.success(`第 ${version} 版已保存${isOn ? '' : enabled ? '并启用' : '，没有启用'}`);
  } catch (error) {
    showFailure(error, `第 ${version} 版已保存，没有启用`);
  }
}
