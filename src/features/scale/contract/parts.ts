import { Type } from '#shared/typebox.ts';

export const scaleStatuses = { enabled: '启用', disabled: '停用' } as const;

// The command log hides answers, facts and words.
export const unlogged = { unlogged: true } as const;

export const Code = (title: string) => Type.String({ pattern: '^[A-Za-z0-9_.-]{1,40}$', title });
export const Version = Type.Integer({ minimum: 1, maximum: 2_147_483_647, title: '版本' });

const Key = Type.String({ pattern: '^.{1,40}$' });
const optionalText = (maxLength: number) => Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength });

/** Codes of options by item; in a change null takes an answer back. */
export const Answers = Type.Record(Key, optionalText(40), { maxProperties: 300, title: '答案', ...unlogged });
/** By fact: codes, counts by option, a boolean, a number, an option or options; in a change null takes it back. */
export const Facts = Type.Record(Key, Type.Unknown(), { maxProperties: 60, title: '事实', ...unlogged });
/** Words by item; in a change null takes them back. */
export const Notes = Type.Record(Key, optionalText(500), { maxProperties: 300, title: '依据', ...unlogged });
