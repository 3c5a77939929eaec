import type { KindSamples } from '../../kit/intent/samples.ts'

export const samples: KindSamples = {
  values: {
    name: ['lobby-1', 'Foyer é'],
    timezone: ['Asia/Shanghai', 'Mars/Base', 'EST5EDT'],
    password: ['Secret-123'],
  },
}
