import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'

/** The DNS of the simulated sites: the name of the gateway leads to the gateway, others where this machine finds them. */
export function lookupFor(name: string, address: string): LookupFunction {
  return (request, options, reported) => lookup(request === name ? address : request, options, reported)
}
