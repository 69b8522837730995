import { type RefObject, useMemo } from 'react';
import type { OutputOf } from '#shared/endpoint.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import { LogoField } from '#web/form/LogoField.tsx';
import type { DialogFormHandle, Field, FormValues, Rule } from '#web/form/types.ts';
import { call } from '#web/request.ts';
import { can } from '#web/session.ts';
import { texts } from '#web/texts.ts';
import { useScreenData } from '#web/useScreenData.ts';
import { type AppGrant, type AppScope, appApi, appGrants, appScopes } from '../contract.ts';
import { showSecret } from './showSecret.tsx';

const fieldsOf = (options: Options | undefined): readonly Field[] => [
  { kind: 'text', field: 'name', label: '名称', required: true, maxLength: 30 },
  { kind: 'number', field: 'tokenMinutes', label: '令牌有效', min: 1, max: 43_200, unit: '分钟' },
  {
    kind: 'custom',
    field: 'logoFileId',
    label: '标志',
    wide: true,
    hint: '显示在登录和授权页上',
    control: (props) => <LogoField {...props} path={appApi.uploadAppLogo.path} />,
    told: () => '有图片',
  },
  { kind: 'textarea', field: 'description', label: '说明', maxLength: 200, rows: 2, wide: true },
  {
    kind: 'textarea',
    field: 'redirectUris',
    label: '返回地址',
    maxLength: 5000,
    rows: 3,
    wide: true,
    hint: '一行一个，须与对方提交的完全相同；https 开头，本机调试可用 http://127.0.0.1',
  },
  {
    kind: 'multi',
    field: 'scopes',
    label: '权限范围',
    wide: true,
    options: Object.entries(appScopes).map(([value, label]) => ({ value, label: `${label}（${value}）` })),
  },
  {
    kind: 'multi',
    field: 'grants',
    label: '授权方式',
    required: true,
    wide: true,
    options: Object.entries(appGrants).map(([value, label]) => ({ value, label })),
  },
  {
    kind: 'switch',
    field: 'autoApprove',
    label: '免确认',
    wide: true,
    words: ['登录时不再询问本人', '首次登录询问本人'],
    locked: () => (can('app:trust') ? undefined : '须有「设置应用免确认」的权限'),
    hint: '只给本单位自己的系统；免密进入安好、读取健康数据仍须本人首次同意',
  },
  {
    kind: 'multi',
    field: 'projectIds',
    label: '项目',
    wide: true,
    required: options?.all === false,
    options: options?.projects ?? [],
    hint: options?.all === false ? '只看得到这些项目的数据' : '只看得到这些项目的数据；不选则全部项目',
  },
];

type Options = OutputOf<typeof appApi.getAppOption>;

function linesOf(value: unknown): string[] {
  return String(value ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

const rules: readonly Rule[] = [
  {
    field: 'redirectUris',
    rule: 'url',
    check: (values) =>
      linesOf(values.redirectUris).every((line) => URL.canParse(line)) ? undefined : '每一行须是完整的网址',
  },
];

async function save(values: FormValues): Promise<void> {
  const common = {
    name: String(values.name ?? ''),
    redirectUris: linesOf(values.redirectUris),
    scopes: (values.scopes ?? []) as AppScope[],
    grants: (values.grants ?? []) as AppGrant[],
    autoApprove: values.autoApprove === true,
    ...(typeof values.tokenMinutes === 'number' ? { tokenMinutes: values.tokenMinutes } : {}),
  };
  const description = String(values.description ?? '');
  const projectIds = (values.projectIds ?? []) as string[];
  const logoFileId = typeof values.logoFileId === 'string' ? values.logoFileId : null;
  if (typeof values.id === 'string') {
    await call(appApi.editApp, {
      ...common,
      id: values.id,
      version: Number(values.version),
      description: description || null,
      logoFileId,
      projectIds: projectIds.length > 0 ? projectIds : null,
    });
    return;
  }
  const { appid, secret } = await call(appApi.addApp, {
    ...common,
    ...(description ? { description } : {}),
    ...(logoFileId ? { logoFileId } : {}),
    ...(projectIds.length > 0 ? { projectIds } : {}),
  });
  await showSecret(appid, secret);
}

interface Props {
  form: RefObject<DialogFormHandle | null>;
  editing: boolean;
  onDone: () => void;
  /** The newest version of the application. */
  newest: () => Promise<FormValues | undefined>;
}

/** One form for adding and editing; a new application's secret is shown once afterwards. */
export function AppForm({ form, editing, onDone, newest }: Props) {
  const { data: options } = useScreenData(appApi.getAppOption, {});
  const fields = useMemo(() => fieldsOf(options), [options]);
  return (
    <DialogForm
      ref={form}
      title={editing ? '编辑应用' : '新增应用'}
      fields={fields}
      rules={rules}
      initial={{ scopes: ['profile'], grants: Object.keys(appGrants), tokenMinutes: 120 }}
      submit={save}
      failText={editing ? texts.editFailed : texts.addFailed}
      doneText={editing ? '应用已保存' : '应用已新增'}
      draft="app"
      onDone={onDone}
      newest={editing ? newest : undefined}
    />
  );
}
