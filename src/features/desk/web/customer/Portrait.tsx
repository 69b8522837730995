import { FileImage } from '#web/file/FileImage.tsx';

/** Photo of the customer, or the last two characters of the name. */
export function Portrait({ name, fileId }: { name: string; fileId: string | null }) {
  const initials = (
    <span
      className="portrait mid-line inline-flex rigid centered middle hide outlined round-sm on-s3 soft f22 bold"
      aria-hidden="true"
    >
      {[...name].slice(-2).join('')}
    </span>
  );
  if (fileId === null) return initials;
  return (
    <FileImage
      className="portrait mid-line inline-flex rigid centered middle hide outlined round-sm on-s3 soft"
      id={fileId}
      alt={`${name} 的照片`}
      empty={initials}
    />
  );
}
