import type { DepartmentMerge } from '#server/feature/departmentMerge.ts';
import { emitWarnEvent, eventColumns } from './warnEvents.ts';

/** Emits open warns to the users of the scope that they enter. */
const departmentMerge: DepartmentMerge = {
  async afterMerge(ctx, _from, to) {
    const rows = await ctx.tx
      .selectFrom('warn')
      .select(eventColumns)
      .where('departmentId', '=', to)
      .where('status', 'in', ['pending', 'handling'])
      .execute();
    for (const row of rows) emitWarnEvent(ctx, row, 'changed');
  },
};
export default departmentMerge;
