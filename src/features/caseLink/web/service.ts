/** Parts of the caseLink pages for other features. */
export { CaseLinkButton } from './CaseLinkButton.tsx';
