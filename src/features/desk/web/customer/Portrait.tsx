import { FileImage } from '#web/file/FileImage.tsx';

/** Photo of the customer, or the last two characters of the name. */
export function Portrait({ name, fileId }: { name: string; fileId: string | null }) {
  const initials = (
    <span
      className="portrait align-middle inline-flex flex-none items-center justify-center overflow-hidden border border-line rounded-sm bg-s3 text-text2 text-[22px] font-bold"
      aria-hidden="true"
    >
      {[...name].slice(-2).join('')}
    </span>
  );
  if (fileId === null) return initials;
  return (
    <FileImage
      className="portrait align-middle inline-flex flex-none items-center justify-center overflow-hidden border border-line rounded-sm bg-s3 text-text2"
      id={fileId}
      alt={`${name} 的照片`}
      empty={initials}
    />
  );
}
