import { FileImage } from '#web/file/FileImage.tsx';
import { uploadFile } from '#web/file/file.ts';
import type { ControlProps } from '../types.ts';
import { PictureUpload } from './PictureUpload.tsx';

/** A logo, stored uncropped. The value is the id of the file stored by the upload at `path`. */
export function LogoField({ path, ...props }: ControlProps & { path: string }) {
  return (
    <PictureUpload
      {...props}
      name="标志"
      hint="jpg/png/webp，不超过 5MB，缩到 480 × 96 以内。"
      shape="logo"
      upload={async (file) => (await uploadFile<{ fileId: string }>(path, file)).fileId}
      show={(id) => <FileImage id={id} alt="已选的标志" />}
    />
  );
}
