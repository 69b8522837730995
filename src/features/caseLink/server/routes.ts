import { handlers } from '#server/feature/handlers.ts';
import { caseLinkApi } from '#shared/caseLink.ts';
import { answerCase, getCase, reportArrival, reportPosition } from './answer.ts';
import { addCaseLink } from './make.ts';

export default handlers(caseLinkApi, { addCaseLink, getCase, answerCase, reportArrival, reportPosition });
