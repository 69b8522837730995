import { keysOf } from '#shared/codes.ts';
import { Id, Instant, nullable, post, strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';

/** States of the follow-up that an examination generated. */
export const physicalFollowUpStates = { open: '待回访', visit: '需上门', done: '已回访' } as const;
/** Most days that it may lie ahead. */
export const followUpDays = 400;
/** Bounds of what to speak about, in characters. */
export const followUpWords = { min: 5, max: 500, msg: '回访内容为5至500个字' } as const;

/** Newest follow-up of an examination; null without one. */
export const PhysicalFollowUp = nullable(
  strict({ id: Id, due: Instant, state: Type.Enum(keysOf(physicalFollowUpStates)) }),
);

/**
 * Generates a follow-up call for the desk: 409 for a draft, a voided one, a person whose service is over, and with
 * `data: { id, due }` while one of this examination is still to be made.
 */
export const addPhysicalFollowUp = post('/api/physical/addPhysicalFollowUp', {
  title: '生成体检随访',
  permission: 'physical:edit',
  input: {
    id: Id,
    /** Absent: whatever version it has. */
    version: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647, title: '版本' })),
    request: Type.String({
      ...{ minLength: followUpWords.min, maxLength: followUpWords.max },
      ...{ title: '回访内容', msg: followUpWords.msg, unlogged: true },
    }),
    /** Day in the zone of the customer's project, at most 400 days ahead. */
    due: Type.String({ format: 'date', title: '回访日期' }),
  },
  output: strict({ id: Id, due: Instant }),
});
