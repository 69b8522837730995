import { sql } from 'drizzle-orm';
import type { Db } from './db.ts';
import { Problem } from './problem.ts';

interface Moved {
  version: number;
  updatedAt: string;
  updatedBy: string | null;
}

const clock = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * The 409 for a change that saw an older version: who changed the row, when, and which fields since, taken from the
 * recorded differences.
 */
export async function stale(tx: Db, table: string, id: string, seen: number, row: Moved): Promise<Problem> {
  const found = await tx.execute<{ changes: Record<string, [unknown, unknown]>; name: string | null }>(sql`
    select l.changes, u.name from change_log l left join "user" u on u.id = l.actor_id
    where l.table_name = ${table} and l.row_id = ${id} and l.action = 'update' order by l.at desc limit ${Math.min(Math.max(row.version - seen, 1), 20)}`);
  const merged = new Map<string, { field: string; old: unknown; new: unknown }>();
  for (const { changes } of found.rows) {
    for (const [field, [before, after]] of Object.entries(changes)) {
      const known = merged.get(field);
      merged.set(field, { field: camel(field), old: before, new: known ? known.new : after });
    }
  }
  const updatedBy = found.rows[0]?.name ?? '系统';
  return new Problem(409, `数据已被 ${updatedBy} 于 ${clock.format(new Date(row.updatedAt))} 修改，请刷新`, {
    version: row.version,
    updatedBy,
    updatedAt: row.updatedAt,
    changes: [...merged.values()],
  });
}
