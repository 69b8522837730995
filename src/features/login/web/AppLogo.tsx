import { FileImage } from '#web/file/FileImage.tsx';
import { logoAddress } from '#web/login/thirdParty.ts';

/** Logo of the other system; decorative, as its name is next to it. */
export function AppLogo({ fileId }: { fileId: string | null }) {
  return fileId && <FileImage id={fileId} address={logoAddress} alt="" className="login-logo self-start" />;
}
