/** Loads the code of the page of one assessment, for `lazy` and `usePreload`. */
export const loadPage = () => import('./AssessmentPage.tsx');
