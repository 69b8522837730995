/** What other rooms may use of the notices: a message to named people. */
export { plainAsHtml, sendNotice } from './send.ts';
