import { modelApi } from '#features/model/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import * as service from './service.ts';

export default handlers(modelApi, { getModelList: service.getModelList });
