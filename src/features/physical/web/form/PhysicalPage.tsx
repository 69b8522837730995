/** Page of one examination (picture 23). */
export default function PhysicalPage({ id }: { id: string }) {
  return <p>{id}</p>;
}
