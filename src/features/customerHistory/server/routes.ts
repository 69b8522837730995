import { customerHistoryApi } from '#features/customerHistory/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { getCustomerHistory } from './history.ts';

export default handlers(customerHistoryApi, { getCustomerHistory });
