/** Parts of the followUp pages for other features. */
export { FollowUpDialog } from './FollowUpDialog.tsx';
