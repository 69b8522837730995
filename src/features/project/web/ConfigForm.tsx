import { lazy, Suspense, useMemo, useState } from 'react';
import { project, projectApi, type Rung } from '#features/project/contract.ts';
import { type FieldOverride, formFields } from '#web/crud/formFields.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import { LogoField } from '#web/form/fields/LogoField.tsx';
import type { FormValues, Opening } from '#web/form/types.ts';
import { Callout } from '#web/ui/Callout.tsx';
import type { Project } from './columns.tsx';
import { ladderSentences } from './ladderText.ts';
import { choiceOf, ModulesField, modulesOf } from './ModulesField.tsx';

const LadderEditor = lazy(() => import('./LadderEditor.tsx'));
const LevelsEditor = lazy(() => import('./LevelsEditor.tsx'));

/** Returns time zones: those likely for a contract first, then all that the browser knows. */
function zones(): { value: string; label: string }[] {
  const near = ['Asia/Shanghai', 'Asia/Urumqi', 'Asia/Hong_Kong', 'Asia/Macau', 'Asia/Taipei'];
  const all = Intl.supportedValuesOf('timeZone').filter((zone) => !near.includes(zone));
  return [...near, ...all].map((zone) => ({ value: zone, label: zone }));
}

// The form holds the modules as an object (see ModulesField), the addresses as lines, the reason setting as a code.
const {
  modules: _modules,
  revealReason: _revealReason,
  deviceAddresses: _deviceAddresses,
  ...properties
} = projectApi.editProjectConfig.input.properties;
const contractRules: object = { type: 'object', properties };
const number = (value: unknown) => (typeof value === 'number' ? value : 0);

/** Returns the form code of the reason setting. */
function reasonCode(asked: boolean | null): string {
  return asked === null ? 'usual' : asked ? 'always' : 'never';
}

const reasonByCode: Readonly<Record<string, boolean | null>> = { usual: null, always: true, never: false };
const reasonOptions = [
  { value: 'usual', label: '按平台参数' },
  { value: 'always', label: '须写明' },
  { value: 'never', label: '不用写' },
];

/** Fields of the form in their order. */
const order = [
  'claimSeconds',
  'progressSeconds',
  'batchLimit',
  'qualityShare',
  'ladder',
  'warnLevels',
  'deviceAddresses',
  'revealReason',
  'revealLimit',
  'seatSessionHours',
  'sessionHours',
  'timeZone',
  'hotline',
  'screenTitle',
  'loginHelp',
  'logoFileId',
  'modules',
] as const;

const required = { required: true };
const otherwise = (projectId: string, claimSeconds: number): Readonly<Record<string, FieldOverride>> => ({
  claimSeconds: required,
  progressSeconds: required,
  batchLimit: required,
  qualityShare: required,
  ladder: {
    label: '通知规则（升级阶梯）',
    control: (props) => (
      <Suspense fallback={null}>
        <LadderEditor {...props} projectId={projectId} claimSeconds={claimSeconds} />
      </Suspense>
    ),
  },
  warnLevels: {
    label: '告警规则（各类的级别）',
    hint: '级别决定排队先后和等待多久升级；主动呼救始终是 1 级，跌倒、烟雾、燃气不低于 2 级',
    control: (props) => (
      <Suspense fallback={null}>
        <LevelsEditor {...props} />
      </Suspense>
    ),
  },
  deviceAddresses: {
    kind: 'textarea',
    maxLength: 5000,
    hint: '一行一个地址或网段，例如 203.0.113.0/24；填了之后，手表从别处上报只收告警并标出，空着则不限',
  },
  revealReason: {
    ...required,
    kind: 'select',
    label: '查看完整信息的原因',
    options: reasonOptions,
    hint: '查看被遮住的证件号、电话、住址时是否须写明原因',
  },
  revealLimit: { label: '查看完整信息的上限' },
  seatSessionHours: required,
  sessionHours: required,
  timeZone: { kind: 'select', options: zones() },
  loginHelp: { placeholder: '忘记密码请联系管理员重置。' },
  logoFileId: { control: (props) => <LogoField {...props} path={projectApi.uploadProjectLogo.path} /> },
  modules: { control: (props) => <ModulesField {...props} /> },
});

/** Returns the initial values of the form. */
export function configValues(row: Project): FormValues {
  return {
    ...Object.fromEntries((['id', 'version', 'name', ...order] as const).map((key) => [key, row[key] ?? undefined])),
    modules: choiceOf(row.modules),
    deviceAddresses: row.deviceAddresses.join('\n'),
    revealReason: reasonCode(row.revealReason),
  };
}

function save({ name, ladder, warnLevels, deviceAddresses, revealReason, modules, ...values }: FormValues) {
  return callValidated(projectApi.editProjectConfig, {
    ...withNulls(values, ['hotline', 'screenTitle', 'loginHelp', 'logoFileId', 'revealLimit']),
    ladder: ladder ?? [],
    warnLevels: warnLevels ?? {},
    deviceAddresses: linesOf(deviceAddresses),
    revealReason: reasonByCode[String(revealReason)] ?? null,
    modules: modulesOf(modules),
  });
}

/** Returns the distinct non-empty lines of a text. */
function linesOf(value: unknown): string[] {
  const lines = String(value ?? '')
    .split('\n')
    .map((line) => line.trim());
  return [...new Set(lines.filter(Boolean))];
}

interface Props {
  onDone: () => void;
  /** Fetches the current values of the form. */
  fetchLatest: (id: string) => Promise<FormValues>;
  open: Opening | undefined;
  onClosed: () => void;
}

/** 配置: claim limits, ladder, zone and titles; with a preview in sentences. */
export function ConfigForm({ onDone, fetchLatest, open, onClosed }: Props) {
  const [values, setValues] = useState<FormValues>({});
  const seconds = number(values.claimSeconds);
  const id = String(values.id ?? '');
  const fields = useMemo(() => formFields(project, true, otherwise(id, seconds), order), [id, seconds]);
  const ladder = (values.ladder as Rung[] | undefined) ?? [];
  const sentences = ladderSentences(ladder, seconds, number(values.progressSeconds));
  return (
    <DialogForm
      open={open}
      onClosed={onClosed}
      title={`配置 · ${String(values.name ?? '')}`}
      size="large"
      fields={fields}
      schema={contractRules}
      onValues={setValues}
      submit={save}
      failText="修改失败"
      doneText="已保存，新产生的告警按它分级和计时"
      draft="projectConfig"
      onDone={onDone}
      fetchLatest={() => fetchLatest(id)}
    >
      <Callout as="section" className="mb-4 py-2.5 px-3.5 text-[13px]" aria-label="告警会这样升级">
        <h3 className="text-[13px] mb-1">1 级告警会这样走</h3>
        <ol className="list-decimal pl-5">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ol>
        <p className="text-text3 mt-1">2 级告警各步慢 3 倍，3 级慢 10 倍，4 级不升级。</p>
      </Callout>
    </DialogForm>
  );
}

/** Adds null for each of `fields` that was emptied, so that an edit clears it. */
function withNulls<F extends string>(
  values: Readonly<Record<string, unknown>>,
  fields: readonly F[],
): Record<string, unknown> {
  return { ...Object.fromEntries(fields.map((field) => [field, null])), ...values };
}
