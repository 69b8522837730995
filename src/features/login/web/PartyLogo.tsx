import { FileImage } from '#web/file/FileImage.tsx';
import { logoDoor } from '#web/login/thirdParty.ts';

/** The other system's picture, which says nothing that its name beside it does not. */
export function PartyLogo({ fileId }: { fileId: string | null }) {
  return fileId && <FileImage id={fileId} door={logoDoor} alt="" className="login-logo" />;
}
