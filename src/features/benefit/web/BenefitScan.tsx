import { customerApi } from '#features/customer/contract.ts';
import { FilesField } from '#web/form/fields/FilesField.tsx';
import type { ControlProps } from '#web/form/types.ts';

/** Field for the scan of a benefit's document. */
export const BenefitScan = (props: ControlProps) => (
  <FilesField {...props} path={customerApi.uploadBenefitFile.path} most={1} />
);
