import { assessmentApi } from '#features/assessment/contract.ts';
import { exporting } from '#features/export/server/service.ts';
import { handlers } from '#server/feature/handlers.ts';
import { getAssessorList } from './assessors.ts';
import { getAssessmentArea } from './read/area.ts';
import { getAssessment } from './read/detail.ts';
import { getAssessmentList } from './read/list.ts';

const notYet = () => Promise.reject(new Error('to come'));

export default handlers(assessmentApi, {
  getAssessmentList,
  exportAssessment: exporting(assessmentApi.exportAssessment),
  getAssessment,
  getAssessmentArea,
  getAssessorList,
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
