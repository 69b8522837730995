/** Urgency of a part; its colours are in styles.css beside those of the levels. */
export type Tone = 'urgent' | 'warn' | 'notice' | 'info' | 'lead';
