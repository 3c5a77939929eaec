import type { KindSamples } from '../../kit/intent/samples.ts'

export const samples: KindSamples = {
  keys: ['ssh', 'lldp', 'ntp', 'log', 'report', 'http', 'torrents'],
  values: { port: [2222], servers: [[], ['a.example'], ['a.example', 'b.example']], interval: [10, 120] },
  without: ['community'],
  decides: ['enable'],
  isMoot: (entry, field) => entry['enable'] === 0 || field === 'enable',
}
