import { Input, InputNumber, Select } from 'antd';
import type { FoundCustomer } from '#features/customerEntry/web/service.ts';
import { warnLevels } from '#shared/codes.ts';
import { type RuleKind, ruleKinds, signsOfKind, type WarningLevel } from '#shared/health/rule/definition.ts';
import { signTitle, signUnit } from '#shared/health/rule/sentence.ts';
import { FieldBox } from '#web/form/FieldBox.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import { DefinitionFields } from './DefinitionFields.tsx';
import { draftOf, kindKeys, kindTexts, metricOf, ofKind, type RuleDraft, type StoredRule, withLevel } from './draft.ts';
import { HoursFields } from './HoursFields.tsx';
import { LimitsField } from './LimitsField.tsx';
import { ScopeField } from './ScopeField.tsx';

interface Props {
  draft: RuleDraft;
  row: StoredRule | undefined;
  onChange: (patch: Partial<RuleDraft>) => void;
  problemOf: (...fields: string[]) => string | undefined;
  editable: boolean;
  /** On whom it is tried. */
  person: FoundCustomer | undefined;
}

function KindField({ draft, onChange, editable }: Pick<Props, 'draft' | 'onChange' | 'editable'>) {
  return (
    <FieldBox field="kind" label="方式">
      <div className="grid grid-cols-4 gap-2">
        {kindKeys.map((kind) => (
          <button
            key={kind}
            type="button"
            className="rule-kind rounded-md border border-border px-1 py-1 text-[13px]"
            aria-pressed={draft.kind === kind}
            disabled={!editable}
            onClick={() => onChange(ofKind(draft, kind))}
          >
            {ruleKinds[kind]}
            <small className="block text-xs text-text3">{kindTexts[kind]}</small>
          </button>
        ))}
      </div>
    </FieldBox>
  );
}

const nightly: readonly RuleKind[] = ['trend', 'baseline'];

/** Returns 收缩压 mmHg, 夜间心率 次/分, 离床. */
function signText(kind: RuleKind, sign: string): string {
  if (kind === 'lasting') return signTitle(sign);
  const lead = nightly.includes(kind) && sign !== 'weight' ? '夜间' : '';
  return `${lead}${signTitle(sign)} ${signUnit(sign)}`.trim();
}

function SignField({ draft, onChange, problemOf, editable }: Props) {
  const { kind, conditions } = draft;
  const signs: readonly string[] = kind === 'together' ? conditions.map((one) => one.metric) : signsOfKind[kind];
  return (
    <FieldBox field="metric" label={kind === 'together' ? '记在' : '体征'} problem={problemOf('metric')}>
      <Select
        aria-label="体征"
        value={metricOf(draft)}
        options={[...new Set(signs)].map((value) => ({ value, label: signText(kind, value) }))}
        disabled={!editable || signs.length < 2}
        onChange={(value: string) => onChange({ metric: value })}
      />
    </FieldBox>
  );
}

const levels = Object.entries(warnLevels).map(([key, label]) => ({ key, label }));

function LevelField({ draft, onChange, problemOf, editable }: Props) {
  return (
    <FieldBox
      field="level"
      label="级别"
      note={draft.level === 1 ? '进 SOS 队列，响铃' : undefined}
      problem={problemOf('level')}
    >
      <Segments
        label="级别"
        segments={levels}
        value={String(draft.level)}
        onChange={(level) => editable && onChange({ level: Number(level) as WarningLevel })}
      />
    </FieldBox>
  );
}

/** Form of a rule. */
export function RuleForm(props: Props) {
  const { draft, row, onChange, problemOf, editable, person } = props;
  const { kind, metric, numbers } = draft;
  const disabled = !editable;
  const stored = row?.kind === kind ? draftOf(row).numbers[kind] : undefined;
  return (
    <>
      <KindField {...props} />
      <div className="grid grid-cols-2 gap-3">
        <FieldBox field="name" label="名称" required problem={problemOf('name')} control="rule-name">
          <Input
            id="rule-name"
            value={draft.name}
            maxLength={40}
            disabled={disabled}
            autoComplete="off"
            {...(problemOf('name') && { status: 'error' as const })}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        </FieldBox>
        {kind !== 'news2' && <SignField {...props} />}
      </div>
      {kind === 'band' && <LimitsField metric={metric} person={person} />}
      <DefinitionFields
        {...{ draft, problemOf, disabled, stored }}
        numbers={numbers[kind]}
        onChange={(patch) => onChange({ numbers: { ...numbers, [kind]: { ...numbers[kind], ...patch } } })}
        onDraft={onChange}
      />
      {withLevel.includes(kind) && <LevelField {...props} />}
      <ScopeField {...{ draft, row, onChange, problemOf, disabled }} />
      <div className="grid grid-cols-2 gap-3">
        <HoursFields {...{ draft, onChange, problemOf, disabled }} />
        <FieldBox
          field="cooldownMinutes"
          label="结束后静默"
          control="rule-cooldown"
          problem={problemOf('cooldownMinutes')}
        >
          <InputNumber
            id="rule-cooldown"
            value={draft.cooldownMinutes ?? null}
            precision={0}
            suffix="分钟"
            disabled={disabled}
            changeOnWheel={false}
            onChange={(minutes) => onChange({ cooldownMinutes: minutes ?? undefined })}
          />
        </FieldBox>
      </div>
      <p className="border-t border-line pt-3 text-xs leading-5 text-text3">
        不判：不在服务的人，离线的设备，没人在床时床垫的值，异常、存疑、撤回的值，晚到 30 分钟以上的值。
      </p>
    </>
  );
}
