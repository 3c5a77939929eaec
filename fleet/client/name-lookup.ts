import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'

/** The DNS of the simulated sites: resolves the name of the gateway to the gateway, and other names like this machine. */
export function lookupFor(name: string, address: string): LookupFunction {
  return (request, options, reported) => lookup(request === name ? address : request, options, reported)
}
