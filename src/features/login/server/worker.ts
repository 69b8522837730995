import type { FeaturePart } from '#server/feature/find.ts';
import { every } from '#server/jobs/schedule.ts';
import { trimCaptchas } from './captcha.ts';

const part: FeaturePart = { start: async () => every('login.trim', 60, trimCaptchas, true) };
export default part;
