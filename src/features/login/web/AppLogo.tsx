import { FileImage } from '#web/file/FileImage.tsx';
import { logoAddress } from '#web/login/thirdParty.ts';

/** The other system's picture, which says nothing that its name beside it does not. */
export function AppLogo({ fileId }: { fileId: string | null }) {
  return fileId && <FileImage id={fileId} address={logoAddress} alt="" className="login-logo self-start" />;
}
