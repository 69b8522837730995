import { lazy, type Ref, Suspense, useMemo, useState } from 'react';
import { projectApi, type Rung } from '#features/project/contract.ts';
import { callJudged } from '#web/form/callJudged.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import { LogoField } from '#web/form/LogoField.tsx';
import type { DialogFormHandle, Field, FormValues } from '#web/form/types.ts';
import { Note } from '#web/ui/Note.tsx';
import { ladderSentences } from './ladderWords.ts';
import { ModulesField, modulesOf } from './ModulesField.tsx';

const LadderEditor = lazy(() => import('./LadderEditor.tsx'));
const LevelsEditor = lazy(() => import('./LevelsEditor.tsx'));

/** The zones that a contract here may lie in first, then all that the browser knows. */
function zones(): { value: string; label: string }[] {
  const near = ['Asia/Shanghai', 'Asia/Urumqi', 'Asia/Hong_Kong', 'Asia/Macau', 'Asia/Taipei'];
  const all = Intl.supportedValuesOf('timeZone').filter((zone) => !near.includes(zone));
  return [...near, ...all].map((zone) => ({ value: zone, label: zone }));
}

// The modules are held as a choice of their own, see ModulesField; the addresses as lines, whether a reason is needed as a word.
const {
  modules: _modules,
  revealReason: _revealReason,
  deviceAddresses: _deviceAddresses,
  ...properties
} = projectApi.editProjectConfig.input.properties;
const contractRules = { type: 'object', properties };
const number = (value: unknown) => (typeof value === 'number' ? value : 0);

/** Whether a look behind a mask needs its reason, as the form holds it. */
export function reasonWord(asked: boolean | null): string {
  return asked === null ? 'usual' : asked ? 'always' : 'never';
}

const reasonWords: Readonly<Record<string, boolean | null>> = { usual: null, always: true, never: false };
const reasonOptions = [
  { value: 'usual', label: '按平台参数' },
  { value: 'always', label: '须写明' },
  { value: 'never', label: '不用写' },
];

/** The lines of a text, without the empty ones and each once. */
function linesOf(value: unknown): string[] {
  const lines = String(value ?? '')
    .split('\n')
    .map((line) => line.trim());
  return [...new Set(lines.filter(Boolean))];
}

interface Props {
  onDone: () => void;
  /** What the contract's dialog would be opened with now. */
  newest: (id: string) => Promise<FormValues>;
  ref: Ref<DialogFormHandle>;
}

/** 配置: how fast an alarm has to be taken, who is told when it is not, zone and titles; with a preview in words. */
export function ConfigForm({ onDone, newest, ref }: Props) {
  const [values, setValues] = useState<FormValues>({});
  const fields = useMemo<Field[]>(
    () => [
      {
        field: 'claimSeconds',
        label: '接警时限',
        kind: 'number',
        min: 3,
        max: 86_400,
        unit: '秒',
        required: true,
        hint: '1 级告警须在此之前接警',
      },
      {
        field: 'progressSeconds',
        label: '处置间隔时限',
        kind: 'number',
        min: 3,
        max: 86_400,
        unit: '秒',
        required: true,
        hint: '接警后这么久没有动作就提醒',
      },
      {
        field: 'batchLimit',
        label: '批量上限',
        kind: 'number',
        min: 1,
        max: 50,
        unit: '条',
        required: true,
        hint: '班长一次最多批量接警、误报这么多条',
      },
      {
        field: 'ladder',
        label: '通知规则（升级阶梯）',
        kind: 'custom',
        wide: true,
        control: (props) => (
          <Suspense fallback={null}>
            <LadderEditor {...props} claimSeconds={number(values.claimSeconds)} />
          </Suspense>
        ),
      },
      {
        field: 'warnLevels',
        label: '告警规则（各类的级别）',
        kind: 'custom',
        wide: true,
        hint: '级别决定排队先后和等待多久升级；主动呼救始终是 1 级，跌倒、烟雾、燃气不低于 2 级',
        control: (props) => (
          <Suspense fallback={null}>
            <LevelsEditor {...props} />
          </Suspense>
        ),
      },
      {
        field: 'deviceAddresses',
        label: '设备来源地址',
        kind: 'textarea',
        maxLength: 5000,
        rows: 2,
        wide: true,
        hint: '一行一个地址或网段，例如 203.0.113.0/24；填了之后，手表从别处上报只收告警并标出，空着则不限',
      },
      {
        field: 'revealReason',
        label: '查看完整信息的原因',
        kind: 'select',
        options: reasonOptions,
        required: true,
        hint: '查看被遮住的证件号、电话、住址时是否须写明原因',
      },
      {
        field: 'revealLimit',
        label: '查看完整信息的上限',
        kind: 'number',
        min: 1,
        max: 500,
        unit: '次',
        hint: '一人一小时；空着按平台参数。超过的被拒绝，并通知项目管理员',
      },
      {
        field: 'seatSessionHours',
        label: '坐席登录时长',
        kind: 'number',
        min: 1,
        max: 720,
        unit: '小时',
        required: true,
        hint: '接警人员一次登录最长这么久，到时在原处重新输入密码，手上的告警不丢',
      },
      {
        field: 'sessionHours',
        label: '其他人员登录时长',
        kind: 'number',
        min: 1,
        max: 720,
        unit: '小时',
        required: true,
        hint: '一人有几个项目时按最短的；改长了从下次登录起算',
      },
      { field: 'timeZone', label: '时区', kind: 'select', options: zones() },
      { field: 'hotline', label: '热线号码', kind: 'phone' },
      {
        field: 'screenTitle',
        label: '屏幕标题',
        kind: 'text',
        maxLength: 40,
        wide: true,
        hint: '标题和标志显示在只负责本项目的人员的页头，以及本项目的大屏上',
      },
      {
        field: 'loginHelp',
        label: '登录提示',
        kind: 'text',
        maxLength: 100,
        wide: true,
        placeholder: '忘记密码请联系管理员重置。',
        hint: '登录页上告诉登不上的人该找谁；有几个项目时用最早建立、填了提示的那个',
      },
      {
        field: 'logoFileId',
        label: '标志',
        kind: 'custom',
        wide: true,
        control: (props) => <LogoField {...props} path={projectApi.uploadProjectLogo.path} />,
      },
      {
        field: 'modules',
        label: '模块',
        kind: 'custom',
        wide: true,
        hint: '没有勾选的，只负责本项目的人员看不到也调用不了；客户、设备和告警始终都在',
        control: (props) => <ModulesField {...props} />,
      },
    ],
    [values.claimSeconds],
  );
  const ladder = (values.ladder as Rung[] | undefined) ?? [];
  const sentences = ladderSentences(ladder, number(values.claimSeconds), number(values.progressSeconds));
  const save = (given: FormValues) => {
    const { id, version, claimSeconds, progressSeconds, batchLimit, ladder: rungs, warnLevels, timeZone } = given;
    const { hotline, screenTitle, loginHelp, logoFileId, modules, deviceAddresses, revealReason, revealLimit } = given;
    const { seatSessionHours, sessionHours } = given;
    return callJudged(projectApi.editProjectConfig, {
      id,
      version,
      claimSeconds,
      progressSeconds,
      batchLimit,
      ladder: rungs ?? [],
      warnLevels: warnLevels ?? {},
      deviceAddresses: linesOf(deviceAddresses),
      revealReason: reasonWords[String(revealReason)] ?? null,
      revealLimit: revealLimit ?? null,
      seatSessionHours,
      sessionHours,
      ...(timeZone === undefined ? {} : { timeZone }),
      hotline: hotline ?? null,
      screenTitle: screenTitle ?? null,
      loginHelp: loginHelp ?? null,
      logoFileId: logoFileId ?? null,
      modules: modulesOf(modules),
    });
  };
  return (
    <DialogForm
      ref={ref}
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
      newest={() => newest(String(values.id))}
    >
      <Note as="section" className="project-preview" aria-label="告警会这样升级">
        <h3>1 级告警会这样走</h3>
        <ol>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ol>
        <p>2 级告警各步慢 3 倍，3 级慢 10 倍，4 级不升级。</p>
      </Note>
    </DialogForm>
  );
}
