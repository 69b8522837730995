import { useEffect, useEffectEvent } from 'react';
import { toast } from '#web/message/message.tsx';
import { maxLabels } from '../contract.ts';
import Labels from './Labels.tsx';

interface Props {
  ids: readonly string[];
  onClosed: () => void;
}

/** Prints the labels of the selected devices; shows a toast if they are too many. */
export default function LabelDialog({ ids, onClosed }: Props) {
  const tooMany = ids.length > maxLabels;
  const refuse = useEffectEvent(() => {
    toast.warning(`一次最多打印 ${maxLabels} 张标签，已选 ${ids.length} 台`);
    onClosed();
  });
  useEffect(() => {
    if (tooMany) refuse();
  }, [tooMany]);
  return tooMany ? null : <Labels ids={ids} onClose={onClosed} />;
}
