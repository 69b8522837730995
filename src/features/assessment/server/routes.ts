import { assessmentApi } from '#features/assessment/contract.ts';
import { handlers } from '#server/feature/handlers.ts';

import { getAssessment } from './read/detail.ts';
import { getAssessmentList } from './read/list.ts';

const notYet = () => Promise.reject(new Error('to come'));

export default handlers(assessmentApi, {
  getAssessmentList,
  exportAssessment: notYet,
  getAssessment,
  getAssessmentArea: notYet,
  getAssessorList: notYet,
  addAssessment: notYet,
  saveAssessment: notYet,
  submitAssessment: notYet,
  signAssessment: notYet,
  uploadSignature: notYet,
  reviewAssessment: notYet,
  voidAssessment: notYet,
  replaceAssessment: notYet,
  deleteAssessment: notYet,
});
