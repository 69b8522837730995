import { benefitApi } from '#features/benefit/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { benefits, uploadBenefitFile } from './benefit.ts';

export default handlers(benefitApi, {
  getBenefitList: benefits.list,
  addBenefit: benefits.add,
  editBenefit: benefits.edit,
  deleteBenefit: benefits.remove,
  uploadBenefitFile,
});
