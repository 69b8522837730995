import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { trimCaptchas } from './captcha.ts';

const part: Worker = { start: async () => every('login.trim', '登录记录清理', 60, trimCaptchas, true) };
export default part;
