import type { KindSamples } from '../../kit/intent/samples.ts'

export const samples: KindSamples = {
  values: {
    destination: ['10.20.0.0/16', '10.20.30.0/24', '2001:db8:7::/48', '0.0.0.0/0', '10.1.1.1/8'],
    gateway: ['192.168.7.2', '192.168.7.1', '10.99.0.1', '2001:db8::1', 'fe80::1'],
    interface: ['br0', 'nope'],
    metric: [1, 50],
  },
}
