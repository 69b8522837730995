/** Functions of caseLink for other features. */
export type { ReportedPosition } from './externalAnswers.ts';
