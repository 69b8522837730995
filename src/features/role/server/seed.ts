import { sql } from 'kysely';
import { system } from '#server/core/viewer.ts';
import { command } from '#server/feature/command.ts';
import type { Seed } from '#server/feature/seeds.ts';
import type { DataScope } from '#shared/codes.ts';
import type { SeedRole } from '#shared/feature.ts';

const roles: readonly { key: SeedRole; name: string; scope: DataScope }[] = [
  { key: 'admin', name: '超级管理员', scope: 'all' },
  { key: 'area', name: '区域管理员', scope: 'department_below' },
  { key: 'leader', name: '班长', scope: 'department_below' },
  { key: 'operator', name: '坐席', scope: 'department_below' },
  { key: 'engineer', name: '运维', scope: 'department_below' },
  { key: 'health', name: '健康管理师', scope: 'department_below' },
  { key: 'assessor', name: '评估员', scope: 'department_below' },
  { key: 'reporter', name: '上报员', scope: 'department_below' },
  { key: 'viewer', name: '只读', scope: 'department_below' },
];

/** Adds the roles of a new installation; their permissions are listed in the contracts and granted with the menus. */
const seed: Seed = {
  order: 30,
  run: () =>
    command(system('seed'), async ({ tx }) => {
      for (const [sort, role] of roles.entries()) {
        await sql`
          insert into role (key, name, data_scope, built_in, sort) values (${role.key}, ${role.name}, ${role.scope}, ${role.key === 'admin'}, ${sort})
          on conflict (key) where deleted_at is null do nothing`.execute(tx);
      }
    }),
};
export default seed;
