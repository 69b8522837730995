import { earlyWarningApi } from '#features/earlyWarning/contract.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { inputOf, type RuleDraft, type StoredRule } from './draft.ts';

/** Adds or edits a rule; what the draft leaves out is emptied. */
export function storeRule(row: StoredRule | undefined, draft: RuleDraft): Promise<{ id: string }> {
  const input = inputOf(draft);
  if (!row) return callValidated(earlyWarningApi.addRule, input);
  return callValidated(earlyWarningApi.editRule, {
    ...{ level: null, hours: null, ...input },
    ...{ id: row.id, version: row.version },
  });
}
