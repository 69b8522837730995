// The browser tests use the built pages: builds them when they are older than their sources.
import { buildWeb } from '../../script/checkout.mjs';

export default buildWeb;
