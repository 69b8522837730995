import { customerFileApi } from '#features/customerFile/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { customerFiles, uploadCustomerFile } from './customerFile.ts';

export default handlers(customerFileApi, {
  getCustomerFileList: customerFiles.list,
  addCustomerFile: customerFiles.add,
  deleteCustomerFile: customerFiles.remove,
  uploadCustomerFile,
});
