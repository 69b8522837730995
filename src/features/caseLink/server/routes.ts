import { handlers } from '#server/feature/handlers.ts';
import { caseLinkApi } from '#shared/contract/caseLink.ts';
import { addCaseLink } from './addCaseLink.ts';
import { answerCase, getCase, reportArrival, reportPosition } from './answer.ts';

export default handlers(caseLinkApi, { addCaseLink, getCase, answerCase, reportArrival, reportPosition });
