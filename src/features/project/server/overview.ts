import { sql } from 'kysely';
import type { projectApi } from '#features/project/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { pageOfProject } from './projectHooks.ts';
import { projects } from './write.ts';

type Overview = OutputOf<typeof projectApi.getProject>;

/** Defaults for a project without data from any feature. */
const nothing = {
  days: [],
  warn: { total: 0, open: 0, overdue: 0, false: 0, claimSeconds: null },
  lowBattery: 0,
  apps: [],
} satisfies Partial<Overview>;

async function remindersOf(id: string): Promise<Overview['reminders']> {
  return db.rows(sql<Overview['reminders'][number]>`
    select r.days, r.at from project_reminder r join project p on p.id = r.project_id and p.end_date = r.end_date
    where r.project_id = ${id} order by r.at`);
}

/** Returns the data of a project's page. 404 outside the scope. */
export async function getProject(viewer: Viewer, { id }: { id: string }): Promise<Overview> {
  const project = await projects.get(viewer, { id });
  const [page, reminders] = await Promise.all([pageOfProject(viewer, id), remindersOf(id)]);
  return { ...nothing, ...page, project, reminders };
}
