import { customerApi } from '#features/customer/contract.ts';
import { FilesField } from '#web/form/FilesField.tsx';
import type { ControlProps } from '#web/form/types.ts';

/** The scan of a paper that says what somebody is entitled to. */
export const BenefitScan = (props: ControlProps) => (
  <FilesField {...props} path={customerApi.uploadBenefitFile.path} most={1} />
);
