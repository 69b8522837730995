import { FileImage } from '#web/file/FileImage.tsx';

/** A project's logo, uncropped. */
export function Logo({ id }: { id: string }) {
  return <FileImage id={id} alt="项目标志" />;
}
