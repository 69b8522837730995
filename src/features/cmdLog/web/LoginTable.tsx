import type { ReactNode } from 'react';
import { browserOf } from '#shared/userAgent.ts';
import type { ColumnOf, FilterOf } from '#web/table/types.ts';
import { cmdLogApi } from '../contract.ts';
import { instant, ResultText } from './cells.tsx';
import { LogTable, results, span } from './LogTable.tsx';

/** Reasons why a login was refused: for the log only, the user does not see them. */
const loginRefusals = {
  account: '没有这个账号',
  password: '密码不正确',
  disabled: '账号已停用',
  expired: '账号已过有效期',
  totp: '两步登录的验证码不正确',
  vouched: '由应用送入，缺少两步登录的验证',
  passwordAgain: '登录后再次输入的密码不正确',
  codeAgain: '登录后输入的验证码不正确',
} as const;

const columns: ColumnOf<typeof cmdLogApi.getLoginLogList>[] = [
  { key: 'at', title: '时间', width: 132, fixed: 'left', sort: true, render: (row) => instant(row.at) },
  { key: 'account', title: '账号', width: 140 },
  { key: 'userName', title: '姓名', width: 120 },
  { key: 'result', title: '结果', width: 88, render: (row) => <ResultText result={row.result} /> },
  {
    key: 'reason',
    title: '原因',
    width: 200,
    render: ({ reason }) => reason && (loginRefusals[reason as keyof typeof loginRefusals] ?? reason),
  },
  { key: 'ip', title: 'IP', width: 140 },
  {
    key: 'agent',
    title: '浏览器',
    width: 200,
    render: ({ agent }) => agent && <span title={agent}>{browserOf(agent)}</span>,
  },
  { key: 'traceId', title: '追踪号', width: 140, hidden: true },
];
const filters: FilterOf<typeof cmdLogApi.getLoginLogList>[] = [
  span,
  { kind: 'text', field: 'account', label: '账号', placeholder: '账号 / 姓名' },
  results,
  { kind: 'text', field: 'ip', label: 'IP' },
];

/** Table of logins, refused ones with their reason. */
export function LoginTable({ views }: { views: ReactNode }) {
  return (
    <LogTable
      name="loginLog"
      rowLabel="登录记录"
      endpoint={cmdLogApi.getLoginLogList}
      columns={columns}
      filters={filters}
      views={views}
    />
  );
}
