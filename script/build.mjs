// npm run build: installs and builds what is missing and starts nothing, for an image or a service manager.
import { buildWeb, install } from './checkout.mjs';

install();
buildWeb();
