export { BenefitsField } from './BenefitsField.tsx';
export { benefitInput, benefitProblem, benefitsIn, benefitText, benefitValues } from './benefitValues.ts';
