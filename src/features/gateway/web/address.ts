/** Returns the address of a gateway's page. */
export const gatewayAddress = (id: string): string => `#/equipment/gateway/${id}`;
