import { onDatabase } from '../test/support/database.ts';

/** Load by users, repeated until stopped; `done` counts completed actions, by kind. */
export interface Load {
  done: Record<string, number>;
  stop(): Promise<void>;
}

export type Action = () => Promise<void>;
/** Repeats each action with this many concurrent callers until stopped; the first failure ends the bench. */
export function runRepeatedly(actions: Record<string, { action: Action; callers: number }>): Load {
  const done: Record<string, number> = {};
  let over = false;
  const loops = Object.entries(actions).flatMap(([name, { action, callers }]) => {
    done[name] = 0;
    return Array.from({ length: callers }, async () => {
      while (!over) {
        await action();
        done[name] = (done[name] ?? 0) + 1;
      }
    });
  });
  // Awaited only at the stop.
  const all = Promise.all(loops);
  all.catch(() => undefined);
  return {
    done,
    stop: async () => {
      over = true;
      await all;
    },
  };
}

/** Inserts 100,000 closed warns for lists and exports, without the triggers of the change history. */
export async function manyWarns(databaseUrl: string): Promise<void> {
  await onDatabase(databaseUrl, async (client) => {
    await client.query('begin; alter table warn disable trigger user');
    await client.query(
      `insert into warn (no, type, family, level, status, subject, department_id, project_id, received_at, waiting_since, last_at, last_step_at, address, finished_at)
       select 'B' || g, 'sos', 'sos', 1 + g % 4, 'done', 'b:' || g, (select min(id) from department), (select min(id) from project), now(), now(), now(), now(), g || '幢101', now()
       from generate_series(1, $1::int) g`,
      [100_000],
    );
    await client.query('alter table warn enable trigger user; commit');
  });
}
