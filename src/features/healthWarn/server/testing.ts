import { sql } from 'kysely';
import { raise } from '#features/warn/server/service.ts';
import { system } from '#server/core/viewer.ts';
import { json } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { WarningLevel } from '#shared/health/rule/definition.ts';

/** Warning of a test: a systolic pressure unless it says otherwise. */
interface TestWarning {
  customerId: string;
  level?: WarningLevel;
  metric?: string;
  value?: number;
  /** Minutes since it was raised. */
  minutes?: number;
  /** Minutes within which it is to be taken. */
  due?: number;
}

/** Raises a warning as the judge does, of a rule that every installation has; returns its id. */
export async function aWarning({
  customerId,
  level = 3,
  metric = 'systolic',
  value = 172,
  minutes = 0,
  due = 60,
}: TestWarning): Promise<string> {
  return command(system('test'), async (ctx) => {
    const { tx } = ctx;
    const place = await tx.row(sql<{ departmentId: string; projectId: string; phone: string | null }>`
      select department_id::text as "departmentId", project_id::text as "projectId", coalesce(mobile, phone) as phone from customer where id = ${customerId}`);
    if (!place) throw new Error('the customer is missing');
    const at = Date.now() - minutes * 60_000;
    const iso = new Date(at).toISOString();
    const [raised] = await raise(ctx, [
      {
        ...{ subject: `h:${customerId}:${metric}`, type: 'health', level, family: 'health', customerId, ...place },
        ...{ equipmentId: null, equipmentSn: null, address: null, occurredAt: iso, receivedAt: iso, late: false },
        ...{ silent: false, position: null, note: null, createdBy: null, vendorCode: null, demo: false },
      },
    ]);
    const id = raised?.id ?? '';
    const samples = [
      { metric, at: at - 1_800_000, value: value - 6 },
      { metric, at, value },
    ];
    const evidence = { kind: 'band', side: 'high', value, limit: 160, said: { times: 2 }, samples };
    await sql`
      insert into health_warn (warn_id, customer_id, metric, direction, value, limit_value, rule_id, rule_version, evidence, due_at, last_at)
      select ${id}, ${customerId}, ${metric}, 'high', ${value}, 160, rule.id, rule.version, ${json(evidence)}, ${iso}::timestamptz + make_interval(mins => ${due}), ${iso}
      from rule where rule.code = 'systolic_band'`.execute(tx);
    return id;
  });
}
