import type { ClosingRefused } from '#features/closing/contract.ts';
import type { Proof, StoredWarn } from '#features/warn/server/service.ts';
import { keysOf, type WarnResult, warnResults } from '#shared/codes.ts';
import type { Static } from '#shared/typebox.ts';

type Refusals = Static<typeof ClosingRefused>;

/** Results that mean no help was needed; they require a voice contact or a visit. */
const harmless: readonly WarnResult[] = ['phone', 'equipment_fault', 'mis_touch', 'test', 'none'];
/** Results that require an arrival on record. */
const attended: readonly WarnResult[] = ['on_site', 'family', 'community', 'fire', 'visited'];

const refusalReasons = {
  harmless: '没有接通老人或联系人的通话，也没有人到场。请先打通电话，或派人到场；都做不到时，请班长核实误报',
  attended: '没有到场记录。请先派单，到场后点「到场」',
  familyTold: '没有接通联系人的通话，也没有联系人在链接里应答。请选「未告知」，写明原因',
};

/** Refusals of ended warns and of device work: none. */
export const nothingRefused: Refusals = { results: [], familyTold: null };

/** Least urgent level that needs proof to close as harmless. */
const guardedLevel = 2;

/** Returns why the warn cannot be closed with this result now; null if it can. */
function refusalReason(row: StoredWarn, result: WarnResult, voiceContact: boolean): string | null {
  if (attended.includes(result)) return row.arrivedAt === null ? refusalReasons.attended : null;
  if (!harmless.includes(result) || row.customerId === null || row.level > guardedLevel) return null;
  // The drill or the test window is itself on record.
  if (result === 'test' && row.test) return null;
  return voiceContact || row.arrivedAt !== null ? null : refusalReasons.harmless;
}

/**
 * Returns the results that closing refuses by the record, and whether 已告知家属 is refused; device work has no refusals.
 */
export function refusalsOf(row: StoredWarn, { voiceContact }: Pick<Proof, 'voiceContact'>): Refusals {
  if (row.family === 'device') return nothingRefused;
  return {
    results: keysOf(warnResults).flatMap((result) => {
      const reason = refusalReason(row, result, voiceContact);
      return reason === null ? [] : [{ result, why: reason }];
    }),
    familyTold: row.customerId !== null && row.familyToldAt === null ? refusalReasons.familyTold : null,
  };
}
