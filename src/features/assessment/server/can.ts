import { hasPermission, type Viewer } from '#server/core/viewer.ts';

/** What decides who may do what with an assessment. */
export interface Subject {
  /** As stored: an expired one is `done`. */
  status: string;
  assessorIds: readonly string[];
  /** Assessors whose signature is over the present answers. */
  signedIds: readonly string[];
  signaturesNeeded: number;
  /** The viewer gave an answer, overwritten since or not. */
  hasAnswered: boolean;
  /** An assessment that replaces it is begun or finished. */
  isReplaced: boolean;
}

/** Returns what the viewer, who has it in scope, may do with an assessment now. */
export function canOf(viewer: Viewer, subject: Subject) {
  const { status, assessorIds, signedIds, signaturesNeeded, hasAnswered, isReplaced } = subject;
  const edits = hasPermission(viewer, 'assessment:edit');
  const signs = hasPermission(viewer, 'assessment:sign');
  const reviews = hasPermission(viewer, 'assessment:review');
  const isAssessor = assessorIds.includes(viewer.userId);
  const submitted = status === 'review';
  return {
    save: edits && isAssessor && (status === 'draft' || submitted),
    submit: edits && isAssessor && status === 'draft',
    sign: signs && submitted && isAssessor && !signedIds.includes(viewer.userId),
    addSignature: signs && isAssessor && submitted,
    review: reviews && submitted && !isAssessor && !hasAnswered && signedIds.length >= signaturesNeeded,
    void: reviews && (status === 'done' || submitted),
    replace: edits && status === 'done' && !isReplaced,
  };
}
