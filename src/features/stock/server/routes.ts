import { stockApi } from '#features/stock/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { addStockMove } from './addStockMove.ts';
import { getStockList, getStockMoveList } from './stock.ts';

export default handlers(stockApi, { getStockList, getStockMoveList, addStockMove });
