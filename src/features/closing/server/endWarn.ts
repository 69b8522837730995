import { beginWrapUp } from '#features/seat/server/service.ts';
import {
  addStep,
  clearedFalseRequest,
  deleteDrafts,
  dropTimers,
  encryptFacts,
  type LockedWarn,
  overdueNow,
  runAfterEnd,
  updateWarn,
} from '#features/warn/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { now } from '#server/db/values.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import type { WarnResult } from '#shared/codes.ts';
import { reportFor } from './incident.ts';

/** Conclusion of a warn as it is stored. */
export interface Conclusion {
  result: WarnResult;
  familyTold: boolean;
  familyNote: string | null;
  noContactReason: string | null;
  followUpAt: string | null;
}

interface Ending {
  conclusion: Conclusion;
  note: string;
  /** Words for the result, if not its label. */
  resultText?: string;
  incidentReport?: string | undefined;
}

/** Results of real emergencies: a drill's warn with such a result counts like any other. */
const real: readonly WarnResult[] = ['hospital', 'on_site', 'family', 'community', 'fire', 'visited', 'death'];

/** Ends a claimed warn with its conclusion, which the caller has checked. */
export async function endWarn(
  locked: LockedWarn,
  viewer: Viewer,
  { conclusion, note, resultText = labelOf('warn_result', conclusion.result), incidentReport }: Ending,
): Promise<void> {
  const { tx, row } = locked;
  const { result, familyTold } = conclusion;
  await updateWarn(locked, {
    ...conclusion,
    ...clearedFalseRequest,
    status: 'done',
    recordCipher: await encryptFacts(tx, row),
    incidentReport: await reportFor(tx, row, incidentReport),
    test: result === 'test' || (row.test && !real.includes(result)),
    closeNote: note,
    finishedAt: now,
    overdue: overdueNow,
    familyToldAt: familyTold ? (row.familyToldAt ?? now) : row.familyToldAt,
    progress: resultText,
  });
  await dropTimers(tx, row.id);
  await addStep(tx, { ...row, status: 'done' }, viewer, 'closed', note, { ...conclusion, resultText });
  await deleteDrafts(tx, row.id);
  await runAfterEnd(locked, row);
  if (row.handlerId === viewer.userId) await beginWrapUp(locked, viewer);
}
