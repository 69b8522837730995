import { seatApi } from '#features/seat/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { getSeat, getSeatList } from './list.ts';
import { leaveSeat, setSeatState } from './state.ts';

export default handlers(seatApi, { getSeatList, getSeat, setSeatState, leaveSeat });
