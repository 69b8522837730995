import { type AppScope, appScopes } from '#shared/appScope.ts';

/** List of the data and actions that the other system gets for the user. */
export function GrantedScopes({ scopes }: { scopes: readonly string[] | undefined }) {
  const shown = (scopes ?? []).flatMap((scope) => (scope in appScopes ? appScopes[scope as AppScope] : []));
  return (
    shown.length > 0 && <p className="login-learns text-xs leading-4.5 text-text2">它将得到：{shown.join('；')}。</p>
  );
}
