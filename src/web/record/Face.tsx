import { FileImage } from '#web/file/FileImage.tsx';

interface Props {
  name: string;
  photoFileId: string | null;
}

/** Shows the photo, or the last two characters of the name. */
export function Face({ name, photoFileId }: Props) {
  const signs = (
    <span
      className="record-face inline-flex items-center justify-center flex-none font-bold text-lg text-text2"
      aria-hidden="true"
    >
      {[...name].slice(-2).join('')}
    </span>
  );
  if (photoFileId === null) return signs;
  return <FileImage className="record-face flex-none" id={photoFileId} alt={`${name} 的照片`} empty={signs} />;
}
