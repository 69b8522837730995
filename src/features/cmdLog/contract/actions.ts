/** Actions of the command log (domain.md 6.13). */
export const cmdActions = {
  add: '新增',
  edit: '修改',
  delete: '删除',
  import: '导入',
  export: '导出',
  reveal: '查看明文',
  view: '查看健康信息',
  cache: '自动缓存',
  login: '登录',
  grant: '授权',
  send: '下发',
  handle: '处置',
} as const;
export type CmdAction = keyof typeof cmdActions;

/** Verbs of call names (`addCustomer`) per action; a call name with none of these verbs is an edit. */
export const cmdVerbs: Readonly<Record<CmdAction, readonly string[]>> = {
  add: ['add', 'copy', 'upload', 'save'],
  edit: [
    'edit',
    'update',
    'move',
    'merge',
    'publish',
    'withdraw',
    'reset',
    'unlock',
    'cancel',
    'undo',
    'replay',
    'redecode',
  ],
  delete: ['delete'],
  import: ['import', 'confirmImport', 'undoImport'],
  export: ['export'],
  reveal: ['reveal'],
  view: ['get', 'find', 'search'],
  cache: ['cache'],
  login: ['accountLogin', 'userLogout', 'verifyTotp', 'logout'],
  grant: ['bind', 'unbind', 'editRole', 'link', 'unlink', 'approve', 'reject'],
  send: ['send', 'submit', 'try', 'replace', 'dispatch'],
  handle: ['claim', 'release', 'close', 'false', 'reopen', 'transfer', 'finish'],
};

const verbs = Object.entries(cmdVerbs).flatMap(([action, list]) =>
  list.map((verb) => [verb, action as CmdAction] as const),
);

/** Returns the action of a call name; the longest matching verb decides (`editRoleUser` grants, `editRoom` edits). */
export function actionOf(call: string): CmdAction {
  const fitting = verbs.filter(([verb]) => call.startsWith(verb)).sort((a, b) => b[0].length - a[0].length);
  return fitting[0]?.[1] ?? 'edit';
}
