/** How much a part asks for: its colours stand in styles.css beside those of the levels. */
export type Tone = 'urgent' | 'warn' | 'notice' | 'info' | 'lead';
