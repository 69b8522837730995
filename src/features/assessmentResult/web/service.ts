/** Result of a submitted assessment, and the distribution of grades, for the screen of assessments. */
export { default as AreaPage } from './area/AreaPage.tsx';
export { default as ResultPage } from './ResultPage.tsx';
