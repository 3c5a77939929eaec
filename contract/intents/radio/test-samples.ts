import type { KindSamples } from '../../kit/intent/samples.ts'

export const samples: KindSamples = {
  values: { channel: [0, 1, 6, 14, 36, 52, 100, 149], power: [0, 17], max_clients: [99] },
}
