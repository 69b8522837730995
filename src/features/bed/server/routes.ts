import { bedApi } from '#features/bed/contract.ts';
import { addBed, assignBed, editBed, getBedList, releaseBed } from '#features/customer/server/service.ts';
import { handlers } from '#server/feature/handlers.ts';

export default handlers(bedApi, { getBedList, addBed, editBed, assignBed, releaseBed });
