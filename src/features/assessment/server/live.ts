import { sql } from 'kysely';
import { db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import { registerTopic } from '#server/live/stream.ts';
import { topic } from './act/changed.ts';

interface Change {
  id: string;
  version: number;
  status: string;
  updatedBy: string | null;
}

/** Registers the topic of assessments: id, version, status and last editor, without names or answers. */
export function loadChanges(): void {
  registerTopic(topic, {
    permission: 'assessment:list',
    load: async (ids) => {
      const rows = await db.rows(sql<Change & { owners: string[] }>`
        select a.id::text, a.version, a.status, a.updated_by::text as "updatedBy",
          array_remove(array[c.created_by::text, c.responsible_id::text], null) as owners
        from assessment a join customer c on c.id = a.customer_id where a.id = any(${bigints(ids)})`);
      return new Map(rows.map(({ owners, ...row }) => [row.id, { full: row, reduced: row, owners }]));
    },
  });
}
