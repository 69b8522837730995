/** Parts of the share pages for other features. */
export { ShareLinks } from './ShareLinks.tsx';
