import { activationApi } from '#features/activation/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { activateUser, getActivation } from './activate.ts';
import { addActivation, getActivationList } from './links.ts';

export default handlers(activationApi, { getActivationList, addActivation, getActivation, activateUser });
