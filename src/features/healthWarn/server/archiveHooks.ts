import { sql } from 'kysely';
import type { ArchiveHooks } from '#features/archive/server/service.ts';
import { hasPermission } from '#server/core/viewer.ts';
import { sentenceOf } from '#shared/health/rule/sentence.ts';
import { warningResults, warningStates } from '../contract.ts';
import { stateOf } from './conditions.ts';
import { scopedWarnings } from './list.ts';
import type { StoredEvidence, WarningRow } from './rows.ts';

/** Health warnings on the time line of the health archive, for those who see warnings; what the desk has is a warn there. */
const hooks: ArchiveHooks = {
  async warnings(viewer, customerId, from, to) {
    if (!hasPermission(viewer, 'earlyWarning:list')) return [];
    const rows = await scopedWarnings(viewer)
      .where('warn.customerId', '=', customerId)
      .where('warn.family', '=', 'health')
      .where('warn.createdAt', '>=', from)
      .where('warn.createdAt', '<=', to)
      .select(['warn.id', 'warn.createdAt as at', 'warn.level', 'healthWarn.metric', 'healthWarn.result'])
      .select([sql<StoredEvidence>`health_warn.evidence`.as('evidence'), stateOf.as('state')])
      .orderBy('warn.createdAt', 'desc')
      .limit(500)
      .execute();
    return rows.map(({ id, at, level, metric, result, evidence, state }) => ({
      ...{ id, at, level, title: sentenceOf({ ...evidence, metric: metric as WarningRow['metric'] }) },
      text: state === 'done' && result ? warningResults[result as keyof typeof warningResults] : warningStates[state],
      url: `/healthy/early_warning?id=${id}`,
    }));
  },
};
export default hooks;
