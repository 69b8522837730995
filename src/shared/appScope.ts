/** Scopes that an app can request. */
export const appScopes = {
  profile: '账号、姓名和部门',
  mobile: '手机号',
  sso: '送人免密进入安好',
  'news:read': '读取资讯',
  'fhir:read': '读取健康数据（FHIR）',
} as const;
export type AppScope = keyof typeof appScopes;
