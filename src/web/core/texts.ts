/** Error catalogue of the specification, section 8, as the screens show it. */
export const texts = {
  /** Placeholder of a missing value: never 0, never blank. */
  missing: '—',
  pleaseLogin: '请登录',
  sessionOver: '登录超时，请重新登录',
  emptyResponse: '请求错误，请重试',
  failed: '操作失败',
  succeeded: '操作成功',
  resetFailed: '重置失败',
  deleteFailed: '删除失败',
  updateFailed: '修改失败',
  addFailed: '添加失败',
  editFailed: '编辑失败',
  refreshed: '刷新成功',
  forbidden: '没有权限',
  /** The server's answer is not an envelope. */
  serverFault: '服务器返回异常',
  /** No answer at all. */
  noConnection: '没有连上服务器，请检查网络后重试',
} as const;
