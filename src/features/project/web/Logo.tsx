import { FileImage } from '#web/file/FileImage.tsx';

/** A project's own picture, as whole as it was uploaded. */
export function Logo({ id }: { id: string }) {
  return <FileImage id={id} alt="项目标志" />;
}
