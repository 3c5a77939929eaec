/** The authority that signed a device's certificate: the platform's, that of simulated devices, or a trusted one of a vendor. */
export type KeyIssuer = 'own' | 'simulated' | 'maker'
