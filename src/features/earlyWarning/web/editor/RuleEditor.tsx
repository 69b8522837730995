import { useEffect, useMemo, useRef, useState } from 'react';
import type { FoundCustomer } from '#features/customerEntry/web/service.ts';
import { earlyWarningApi } from '#features/earlyWarning/contract.ts';
import { chronicDiseases } from '#shared/codes.ts';
import type { WarningLevel } from '#shared/health/rule/definition.ts';
import { ruleSentence } from '#shared/health/rule/ruleSentence.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { useSaveEditor } from '#web/form/useSaveEditor.ts';
import { useHotkey } from '#web/screen/hotkeys.ts';
import { useScreen } from '#web/screen/screen.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Callout } from '#web/ui/Callout.tsx';
import { Strip } from '#web/ui/Strip.tsx';
import { TrialPanel } from '../trial/TrialPanel.tsx';
import { definitionOf, draftOf, draftProblems, newDraft, type RuleDraft, type StoredRule, withLevel } from './draft.ts';
import { RuleForm } from './RuleForm.tsx';
import { storeRule } from './storeRule.ts';
import { useEdits } from './useEdits.ts';
import '../rule.css';

interface Props {
  /** The stored rule; absent for a new one. */
  row?: StoredRule;
  /** Person on whom a new rule is tried. */
  customerId?: string | undefined;
  /** Called after saving; without a row the rule was a new one. */
  onSaved: (row?: StoredRule) => void;
  /** Reads the stored rule again, after a conflict. */
  onRefresh?: () => void;
}

const toList = () => {
  location.hash = '#/healthy/early_warning/rule';
};

/** Moves the focus to the part of the form with a field. */
function focusField(form: HTMLElement | null, field: string): void {
  const parts = [...(form?.querySelectorAll<HTMLElement>('[data-field]') ?? [])];
  const part = parts.findLast(({ dataset }) => dataset.field && field.startsWith(dataset.field));
  part?.scrollIntoView({ block: 'center' });
  const own = part?.querySelector<HTMLElement>(`#rule-${field.split('.').at(-1)}`);
  (own ?? part?.querySelector<HTMLElement>('input, textarea, button'))?.focus();
}

/** Returns whom a draft is for in words. */
function whoText({ part, scope }: RuleDraft): string {
  if (part === 'all') return '所有客户';
  const { chronic = [], tag = [], abilityLevel = [], customerIds = [] } = scope;
  const parts = [
    ...(chronic.length > 0
      ? [`有${chronic.map((code) => chronicDiseases[code as keyof typeof chronicDiseases]).join('、')}的客户`]
      : []),
    ...(tag.length > 0 ? [`有 ${tag.length} 个标签之一的客户`] : []),
    ...(abilityLevel.length > 0 ? [`能力 ${abilityLevel.join('、')} 级的客户`] : []),
    ...(customerIds.length > 0 ? [`${customerIds.length} 位客户`] : []),
  ];
  return parts.join('，或') || '还没有选人';
}

function Sentence({ draft }: { draft: RuleDraft }) {
  const { kind, metric, hours, level } = draft;
  const own: WarningLevel | null = withLevel.includes(kind) ? level : null;
  const rule = { kind, metric, hours, level: own, definition: definitionOf(draft) };
  return (
    <Callout tone="lead" className="text-sm leading-6 px-3 py-2" role="status">
      {ruleSentence(rule, whoText(draft))}
    </Callout>
  );
}

function Head({ row, name, savedAt }: { row: StoredRule | undefined; name: string; savedAt: string | undefined }) {
  const isOn = row?.status === 'enabled';
  const notes = [row && `第 ${row.version} 版`, savedAt && `正在改，草稿 ${savedAt} 已存`].filter(Boolean);
  return (
    <>
      <h2 className="text-base font-bold truncate">{name.trim() || (row?.name ?? '新规则')}</h2>
      {row && (
        <Badge {...(isOn && { tone: 'lead' })} filled>
          {isOn ? '启用中' : '已停用'}
        </Badge>
      )}
      <span className="text-xs text-text3 truncate">{notes.join(' · ')}</span>
    </>
  );
}

/** Form and try-out of one rule (picture 17c). */
export function RuleEditor({ row, customerId, onSaved, onRefresh }: Props) {
  const { active, setTitle } = useScreen();
  const editable = can('earlyWarning:rule');
  const first = useMemo(() => (row ? draftOf(row) : newDraft), [row]);
  const { draft, change, savedAt, clear, isTouched } = useEdits(first, row?.version ?? 0, editable);
  const [person, setPerson] = useState<FoundCustomer>();
  const form = useRef<HTMLDivElement>(null);
  const problems = useMemo(() => draftProblems(draft), [draft]);
  const goTo = (field: string) => focusField(form.current, field);
  const saving = useSaveEditor({
    ...{ row, noun: '规则', switched: '启用', path: '/healthy/early_warning/rule' },
    ...{ problems, isTouched, savedAt, goTo, clear, toList, onSaved, onRefresh },
    store: () => storeRule(row, draft),
    setStatus: (id, status) => callApi(earlyWarningApi.updateRuleStatus, { id, status }),
    read: (id) => callApi(earlyWarningApi.getRule, { id }),
  });
  const { save, discard, problemOf, conflict } = saving;
  useEffect(() => setTitle(row?.name ?? '新增规则'), [row, setTitle]);
  useHotkey('Ctrl Enter', () => void save('enabled'), active && editable);

  return (
    <div className="flex flex-col h-full min-h-0 bg-container">
      <header className="rule-head flex flex-wrap items-center gap-2 border-b border-line px-4">
        <Head row={row} name={draft.name} savedAt={savedAt} />
        <span className="ml-auto inline-flex items-center gap-2">
          <Button onClick={() => void discard()}>{editable ? '取消' : '返回'}</Button>
          {editable && (
            <>
              <Button disabled={saving.isSaving} onClick={() => void save('disabled')}>
                停用保存
              </Button>
              <Button kind="primary" disabled={saving.isSaving} onClick={() => void save('enabled')}>
                保存并启用 <kbd>Ctrl ↵</kbd>
              </Button>
            </>
          )}
        </span>
      </header>
      {conflict && (
        <Strip tone="notice" role="alert">
          {conflict}
          <Button kind="link" onClick={saving.refresh}>
            刷新
          </Button>
        </Strip>
      )}
      <div className="rule-page flex flex-1 min-h-0">
        <div
          ref={form}
          className="rule-side flex flex-col gap-4 overflow-y-auto border-r border-line p-4"
          data-scroll="rule"
        >
          <Sentence draft={draft} />
          <RuleForm {...{ draft, row, problemOf, editable, person }} onChange={change} />
        </div>
        <TrialPanel
          {...{ draft, row, customerId }}
          isWhole={problems.size === 0 || isNameOnly(problems)}
          onPerson={setPerson}
        />
      </div>
    </div>
  );
}

/** Whether only the name is wrong: a rule is tried without it. */
const isNameOnly = (problems: ReadonlyMap<string, string>) => problems.size === 1 && problems.has('name');
