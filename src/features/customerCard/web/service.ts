export { PrintDialog } from './PrintDialog.tsx';
