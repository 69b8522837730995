/** Error of a backup or restore; the message is a Chinese sentence for an administrator. */
export class BackupProblem extends Error {
  override name = 'BackupProblem';
}

const reasonByCode: Readonly<Record<string, string>> = {
  ENOSPC: '磁盘已满',
  EDQUOT: '磁盘配额已满',
  EACCES: '没有读写文件夹的权限',
  EPERM: '没有读写文件夹的权限',
  EROFS: '文件夹所在的磁盘是只读的',
  ENOENT: '文件夹或文件不存在',
  EIO: '磁盘读写出错',
  ECONNREFUSED: '连不上数据库',
  ECONNRESET: '数据库连接中断',
  '57P01': '数据库在备份中途停止',
  '28P01': '数据库拒绝了备份账号的密码',
  '28000': '数据库不让备份账号登录：它需要 REPLICATION 权限，pg_hba.conf 也要放行',
  '42501': '备份账号没有 REPLICATION 权限',
  '55000': '数据库没有开启复制（wal_level、max_wal_senders）',
  XX001: '数据库的数据页校验和不符，磁盘可能已损坏',
};

/** Returns a message for any error: a text for causes that an administrator can fix, else the error's message. */
export function sentenceOf(error: unknown): string {
  if (error instanceof BackupProblem) return error.message;
  const { code, message, path } = error as { code?: unknown; message?: unknown; path?: unknown };
  const reason = reasonByCode[String(code)];
  if (reason) return typeof path === 'string' ? `${reason}（${path}）` : reason;
  return (
    String(message ?? error)
      .split('\n')[0]
      ?.slice(0, 300) || '不明原因'
  );
}
