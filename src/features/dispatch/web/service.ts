/** Parts of the dispatch pages for other features. */
export { DispatchDialog } from './DispatchDialog.tsx';
export { DispatchList } from './DispatchList.tsx';
export { DispatchRow } from './DispatchRow.tsx';
