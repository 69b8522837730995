import { sql } from 'kysely';
import type { ArchiveHooks } from '#features/archive/server/service.ts';
import { hasPermission } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { gradeLabel } from '#shared/scale/grades.ts';
import { bandSetOf, gradeOf } from './read/conditions.ts';
import { scaleVersionsOf } from './scaleVersion.ts';

interface Done {
  id: string;
  date: string;
  scaleVersionId: string;
  total: number | null;
  grade: string | null;
  bandSet: string | null;
}

/** Finished assessments on the time line of the health archive, for those who see assessments. */
const hooks: ArchiveHooks = {
  async assessments(viewer, customerId, from, to) {
    if (!hasPermission(viewer, 'assessment:list')) return [];
    const rows = await db.rows(sql<Done>`
      select a.id::text, a.date::text, a.scale_version_id::text as "scaleVersionId", a.total, ${gradeOf} as grade,
        ${bandSetOf} as "bandSet"
      from assessment a where a.customer_id = ${customerId} and a.status = 'done' and a.date between ${from.slice(0, 10)}::date and ${to.slice(0, 10)}::date
      order by a.date desc, a.id desc limit 500`);
    const versionOf = await scaleVersionsOf(
      db,
      rows.map(({ scaleVersionId }) => scaleVersionId),
    );
    return rows.map(({ id, date, scaleVersionId, total, grade, bandSet }) => {
      const { name, definition } = versionOf(scaleVersionId);
      const texts = [gradeLabel(definition, grade, bandSet), total === null ? null : `${total} 分`];
      return {
        id,
        at: date,
        title: name,
        text: texts.filter(Boolean).join('，') || null,
        url: `/healthy/assessment/${id}`,
      };
    });
  },
};
export default hooks;
