import { projectApi } from '#features/project/contract.ts';
import { uploadFile } from '#web/file.ts';
import { PictureSlot } from '#web/form/PictureSlot.tsx';
import type { ControlProps } from '#web/form/types.ts';
import { Logo } from './Logo.tsx';

/** A logo, kept whole. Its value is the id of the stored file. */
export function LogoField(props: ControlProps) {
  return (
    <PictureSlot
      {...props}
      name="标志"
      hint="jpg/png/webp，不超过 5MB，缩到 480 × 96 以内。"
      shape="logo"
      upload={async (file) => (await uploadFile<{ fileId: string }>(projectApi.uploadProjectLogo.path, file)).fileId}
      show={(id) => <Logo id={id} />}
    />
  );
}
