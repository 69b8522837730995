/** Parts of the pages for other features. */

export { default as FormPage } from './FormPage.tsx';
export { savedVersion } from './save/saver.ts';
