import { bedApi } from '#features/bed/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { addBed, editBed, getBedList } from './bed.ts';
import { assignBed, releaseBed } from './bedAssignment.ts';

export default handlers(bedApi, { getBedList, addBed, editBed, assignBed, releaseBed });
