/** Parts of a lost person's pages for other features. */
export { OpenLostForm } from './LostForms.tsx';
