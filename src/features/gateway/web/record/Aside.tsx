import type { Child } from '../child/types.ts';
import { Topology } from '../topology/Topology.tsx';
import { Beats } from './Beats.tsx';
import { ConfigurationFile, useConnection } from './Connection.tsx';
import type { Gateway } from './types.ts';

interface Props {
  gateway: Gateway;
  /** Children that wait for an act. */
  pending: readonly Child[];
  onAdd: (row: Child) => void;
}

/** Beside the children: topology, heartbeat and configuration; the configuration first until it is connected. */
export function Aside({ gateway, pending, onAdd }: Props) {
  const { data } = useConnection(gateway.id);
  const [file] = data?.files ?? [];
  const isNew = gateway.online === 'never';
  const configuration = file && <ConfigurationFile file={file} />;
  return (
    <aside className="gateway-aside" aria-label="网关状况">
      {isNew && configuration}
      <Topology gateway={gateway} pending={pending} onAdd={onAdd} />
      {!isNew && <Beats gateway={gateway} />}
      {!isNew && configuration}
    </aside>
  );
}
