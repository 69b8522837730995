import { benefitApi } from '#features/benefit/contract.ts';
import { benefits, uploadBenefitFile } from '#features/customer/server/service.ts';
import { handlers } from '#server/feature/handlers.ts';

export default handlers(benefitApi, {
  getBenefitList: benefits.list,
  addBenefit: benefits.add,
  editBenefit: benefits.edit,
  deleteBenefit: benefits.remove,
  uploadBenefitFile,
});
