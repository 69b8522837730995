import { sql } from 'kysely';
import { customerTotal } from '#features/customer/server/service.ts';
import { equipmentTotal } from '#features/equipment/server/service.ts';
import type { homeApi } from '#features/home/contract.ts';
import { longOffline } from '#features/maintenance/server/service.ts';
import { ownershipForNew, usableProjects } from '#features/project/server/service.ts';
import { seatStatesOf } from '#features/seat/server/service.ts';
import { turnTotal } from '#features/shift/server/service.ts';
import { usersWith } from '#features/user/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { visibleUsers } from '#server/db/userScope.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { handlingCounts } from './todayFigures.ts';

type Api = typeof homeApi;

const offlineDevices = 50;

export async function getHomeOffline(viewer: Viewer): Promise<OutputOf<Api['getHomeOffline']>> {
  return longOffline(viewer, offlineDevices);
}

/** Returns the other users online who claim alarms here, with their number of open alarms. */
export async function getHomeSeat(viewer: Viewer): Promise<OutputOf<Api['getHomeSeat']>> {
  const [users, open] = await Promise.all([
    usersWith(db, 'warn:claim', await ownershipForNew(viewer, {})),
    handlingCounts(),
  ]);
  const others = users.filter(({ id, online }) => online && id !== viewer.userId);
  const states = await seatStatesOf(db, others);
  return others.map(({ id, name }) => ({ id, name, handling: open.get(id) ?? 0, state: states.get(id) ?? 'away' }));
}

/** Counts the setup of a new platform in scope, without the built-in root department and first project. */
export async function getHomeSetup(viewer: Viewer): Promise<OutputOf<Api['getHomeSetup']>> {
  const { departments } = viewer.scope;
  const projects = await usableProjects(viewer);
  const list = (ids: readonly string[] | null) => `{${(ids ?? []).join(',')}}`;
  const [rows, customers, equipment, turns] = await Promise.all([
    db.rows(sql<{ departments: number; projects: number; accounts: number }>`
      select (select count(*)::int from department where deleted_at is null and parent_id is not null
          and (${departments === null} or id = any(${list(departments)}::bigint[]))) as departments,
        (select count(*)::int from project where deleted_at is null and code <> 'default'
          and (${projects === null} or id = any(${list(projects)}::bigint[]))) as projects,
        (select count(*)::int from "user" u where u.id <> ${viewer.userId} and ${visibleUsers(viewer)}) as accounts`),
    customerTotal(viewer),
    equipmentTotal(viewer),
    turnTotal(viewer),
  ]);
  return { departments: 0, projects: 0, accounts: 0, ...rows[0], customers, equipment, turns };
}
