import { appScopes } from '#shared/appScope.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { can } from '#web/api/session.ts';
import type { FieldOverride } from '#web/crud/formFields.ts';
import { LogoField } from '#web/form/fields/LogoField.tsx';
import type { RuleOf } from '#web/form/types.ts';
import { appApi } from '../contract.ts';
/** Returns field overrides of the form; `options`: the choices that the server offers the viewer. */
export function fieldsOf(
  options: OutputOf<typeof appApi.getAppOption> | undefined,
): Readonly<Record<string, FieldOverride>> {
  const bound = options?.all === false;
  return {
    tokenMinutes: { label: '令牌有效' },
    logoFileId: {
      control: (props) => <LogoField {...props} path={appApi.uploadAppLogo.path} />,
      describe: () => '有图片',
    },
    scopes: {
      required: false,
      options: Object.entries(appScopes).map(([value, label]) => ({ value, label: `${label}（${value}）` })),
    },
    redirectUris: { required: false },
    grants: { required: true },
    autoApprove: { locked: () => (can('app:trust') ? undefined : '须有「设置应用免确认」的权限') },
    projectIds: {
      kind: 'multi',
      required: bound,
      options: options?.projects ?? [],
      hint: bound
        ? '只有这些项目的人能登录；应用自己只到达这些项目'
        : '只有这些项目的人能登录，不选则不限；应用自己（密钥）只到达这些项目，不选则到不了任何项目',
    },
  };
}

export const rules: readonly RuleOf<typeof appApi.addApp>[] = [
  {
    field: 'redirectUris',
    rule: 'url',
    check: ({ redirectUris }) =>
      (Array.isArray(redirectUris) ? redirectUris : []).every((line) => URL.canParse(line))
        ? undefined
        : '每一行须是完整的网址',
  },
];
