/** Parts of the closing pages for other features. */
export { AnswerFalseDialog } from './AnswerFalseDialog.tsx';
export { CloseDialog } from './CloseDialog.tsx';
export { type CloseDraft, type Lack, missingToClose } from './closeForm.ts';
export { FalseDialog } from './FalseDialog.tsx';
export { FalseRequestPanel } from './FalseRequestPanel.tsx';
export { falseGrounds } from './falseGrounds.ts';
