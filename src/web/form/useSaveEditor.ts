import { useState } from 'react';
import { showFailure } from '#web/api/feedback.ts';
import { refusedFields } from '#web/api/refusedFields.ts';
import { ApiError } from '#web/api/request.ts';
import { box, toast } from '#web/message/message.tsx';

type Status = 'enabled' | 'disabled';

/** What an editor page edits, and how it is stored. */
interface Edited<Row> {
  /** The stored record; absent for a new one. */
  row: (Row & { status: Status }) | undefined;
  /** Word of the record: 规则. */
  noun: string;
  /** Word of the switch: 启用. */
  switched: string;
  /** Path below which a record has its page. */
  path: string;
  problems: ReadonlyMap<string, string>;
  isTouched: (field: string) => boolean;
  savedAt: number | string | null | undefined;
  goTo: (field: string) => void;
  /** Drops the draft of the browser tab. */
  clear: () => void;
  toList: () => void;
  /** Adds or edits; returns the id. */
  store: () => Promise<{ id: string }>;
  setStatus: (id: string, status: Status) => Promise<unknown>;
  read: (id: string) => Promise<Row>;
  onSaved: (row?: Row) => void;
  onRefresh: (() => void) | undefined;
}

/** Returns the functions of an editor page that save, discard and reload, with what is wrong by field. */
export function useSaveEditor<Row>(edited: Edited<Row>) {
  const { row, noun, switched, problems, goTo, clear, onSaved, onRefresh } = edited;
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const [isSaving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<string>();

  const finish = async (status: Status) => {
    const { id } = await edited.store();
    if ((row?.status ?? 'enabled') !== status) await edited.setStatus(id, status);
    clear();
    toast.success(status === 'enabled' ? `${noun}已保存并${switched}` : `${noun}已保存，没有启用`);
    if (row) return onSaved(await edited.read(id));
    location.hash = `#${edited.path}/${id}`;
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
      else showFailure(error, `${noun}没有保存`);
    }
    setSaving(false);
  };
  const refresh = () => {
    clear();
    onRefresh?.();
  };
  const discard = async () => {
    if (edited.savedAt && !(await box.confirm('放弃没有保存的修改？', { ok: '放弃修改', danger: true }))) return;
    clear();
    // The page stays among the tabs: it begins from the start.
    if (row) onRefresh?.();
    else onSaved();
    edited.toList();
  };
  const problemOf = (...fields: string[]) =>
    fields
      .map((field) => refused.get(field) ?? (tried || edited.isTouched(field) ? problems.get(field) : undefined))
      .find((problem) => problem !== undefined);
  return { save, refresh, discard, problemOf, isSaving, conflict };
}
