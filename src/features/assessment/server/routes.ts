import { assessmentApi } from '#features/assessment/contract.ts';
import { exporting } from '#features/export/server/service.ts';
import { handlers } from '#server/feature/handlers.ts';
import { addAssessment } from './act/add.ts';
import { deleteAssessment } from './act/remove.ts';
import { replaceAssessment } from './act/replace.ts';
import { reviewAssessment } from './act/review.ts';
import { saveAssessment } from './act/save.ts';
import { signAssessment } from './act/sign.ts';
import { uploadSignature } from './act/signaturePicture.ts';
import { submitAssessment } from './act/submit.ts';
import { voidAssessment } from './act/void.ts';
import { getAssessorList } from './assessors.ts';
import { getAssessmentArea } from './read/area.ts';
import { getAssessment } from './read/detail.ts';
import { getAssessmentList } from './read/list.ts';

export default handlers(assessmentApi, {
  getAssessmentList,
  exportAssessment: exporting(assessmentApi.exportAssessment),
  getAssessment,
  getAssessmentArea,
  getAssessorList,
  addAssessment,
  saveAssessment,
  submitAssessment,
  signAssessment,
  uploadSignature,
  reviewAssessment,
  voidAssessment,
  replaceAssessment,
  deleteAssessment,
});
