import { useState } from 'react';
import { earlyWarningApi } from '#features/earlyWarning/contract.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import { showFailure } from '#web/api/feedback.ts';
import { ApiError, callApi } from '#web/api/request.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { toast } from '#web/message/message.tsx';
import { inputOf, type RuleDraft, type StoredRule } from './draft.ts';

type Status = StoredRule['status'];

interface Edited {
  /** The stored rule; absent for a new one. */
  row: StoredRule | undefined;
  draft: RuleDraft;
  problems: ReadonlyMap<string, string>;
  goTo: (field: string) => void;
  /** Drops the draft of the browser tab. */
  clear: () => void;
  onSaved: (row?: StoredRule) => void;
  onRefresh: (() => void) | undefined;
}

/** Saves a rule, then switches it on or off; returns its id. */
async function saveRule({ row, draft }: Edited, status: Status): Promise<string> {
  const input = inputOf(draft);
  const { id } = row
    ? await callValidated(earlyWarningApi.editRule, {
        ...{ level: null, hours: null, ...input },
        ...{ id: row.id, version: row.version },
      })
    : await callValidated(earlyWarningApi.addRule, input);
  if ((row?.status ?? 'enabled') !== status) await callApi(earlyWarningApi.updateRuleStatus, { id, status });
  return id;
}

function refusedFields(error: unknown): ReadonlyMap<string, string> {
  const data = error instanceof ApiError ? (error.data as { errors?: FieldProblem[] } | null) : null;
  return new Map(data?.errors?.map(({ field, msg }) => [field, msg]));
}

/** Returns the function that saves, with what was refused by field. */
export function useSaveRule(edited: Edited) {
  const { row, problems, goTo, clear, onSaved, onRefresh } = edited;
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const [isSaving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<string>();

  const finish = async (status: Status) => {
    const id = await saveRule(edited, status);
    clear();
    toast.success(status === 'enabled' ? '规则已保存并启用' : '规则已保存，没有启用');
    if (row) return onSaved(await callApi(earlyWarningApi.getRule, { id }));
    location.hash = `#/healthy/early_warning/rule/${id}`;
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
      else showFailure(error, '规则没有保存');
    }
    setSaving(false);
  };
  const refresh = () => {
    clear();
    onRefresh?.();
  };
  return { save, refresh, tried, refused, isSaving, conflict };
}
