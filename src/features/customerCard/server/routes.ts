import { customerCardApi } from '#features/customerCard/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { getCustomerCard } from './card.ts';

export default handlers(customerCardApi, { getCustomerCard });
