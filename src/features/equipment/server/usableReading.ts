import { sql } from 'kysely';

/**
 * Condition on a reading `r`: neither implausible, withdrawn nor of a doubted sender (bits 0, 7 and 8 of its flags). Only
 * such values are shown, averaged, given a level or judged.
 */
export const usableReading = sql<boolean>`r.flags & 385 = 0`;
