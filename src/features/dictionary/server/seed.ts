import { sql } from 'drizzle-orm';
import { command } from '#server/command.ts';
import type { Seed } from '#server/seeds.ts';
import { system } from '#server/viewer.ts';
import * as codes from '#shared/codes.ts';

const lists: readonly [type: string, name: string, values: Readonly<Record<string, string>>][] = [
  ['warn_type', '告警类型', codes.warnTypes],
  ['warn_level', '告警级别', codes.warnLevels],
  ['warn_status', '告警状态', codes.warnStatuses],
  ['warn_result', '处置结果', codes.warnResults],
  ['false_reason', '误报原因', codes.falseReasons],
  ['call_result', '通话结果', codes.callResults],
  ['dispatch_kind', '派单类别', codes.dispatchKinds],
  ['relation', '关系', codes.relations],
  ['id_type', '证件类型', codes.idTypes],
  ['living_state', '居住情况', codes.livingStates],
  ['service_state', '服务状态', codes.serviceStates],
  ['equipment_state', '设备生命周期', codes.equipmentStates],
  ['online', '在线', codes.onlineStates],
  ['ability_level', '能力等级', codes.abilityLevels],
  ['gender', '性别', codes.genders],
  ['department_type', '部门类型', codes.departmentTypes],
];

/** The enumerations of domain.md 5 with the codes of names.md; built-in, their labels may be edited. */
const seed: Seed = {
  order: 15,
  run: () =>
    command(system('seed'), async ({ tx }) => {
      const rows = lists.flatMap(([type, typeName, values]) =>
        Object.entries(values).map(([value, label], sort) => ({ type, type_name: typeName, value, label, sort })),
      );
      await tx.execute(sql`
        insert into dictionary (type, type_name, value, label, sort, built_in)
        select r.type, r.type_name, r.value, r.label, r.sort, true
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (type text, type_name text, value text, label text, sort int)
        on conflict (type, value) where deleted_at is null do nothing`);
    }),
};
export default seed;
