import { bedBoardApi } from '#features/bedBoard/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { getBedBoard } from './getBedBoard.ts';

export default handlers(bedBoardApi, { getBedBoard });
