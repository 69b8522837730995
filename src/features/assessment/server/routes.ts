import { assessmentApi } from '#features/assessment/contract.ts';
import { handlers } from '#server/feature/handlers.ts';

const notYet = () => Promise.reject(new Error('to come'));

export default handlers(assessmentApi, {
  getAssessmentList: notYet,
  exportAssessment: notYet,
  getAssessment: notYet,
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
