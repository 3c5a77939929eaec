/** Whose authority signed a device's certificate: ours, that of simulated devices, or a maker's that is trusted. */
export type KeyIssuer = 'own' | 'simulated' | 'maker'
