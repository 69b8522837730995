export { addBenefits, validateBenefits } from './benefit.ts';
export { editBenefits } from './benefitEdit.ts';
export { benefitRows, type ImportedBenefit } from './importBenefits.ts';
export { writeBenefits } from './importBenefitWrite.ts';
