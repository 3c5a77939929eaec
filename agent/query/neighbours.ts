import { readNeighbours } from '../facts/neighbours.ts'
import { defineQuery } from './define-query.ts'

export const neighbours = defineQuery('neighbours', async () =>
  (await readNeighbours()).map(({ address, mac, device, state, confirmed_s }) => ({
    address,
    mac,
    device,
    state,
    confirmed_s,
  })),
)
