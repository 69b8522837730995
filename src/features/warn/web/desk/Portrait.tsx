import { FileImage } from '#web/file/FileImage.tsx';

/** The person's photo, or the last two characters of the name. */
export function Portrait({ name, fileId }: { name: string; fileId: string | null }) {
  const initials = (
    <span className="portrait f22 bold" aria-hidden="true">
      {[...name].slice(-2).join('')}
    </span>
  );
  if (fileId === null) return initials;
  return <FileImage className="portrait" id={fileId} alt={`${name} 的照片`} empty={initials} />;
}
