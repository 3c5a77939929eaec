import type { RateLimiter } from '../../base/edge/rate.ts'
import type { RawPath } from '../../kernel/http/http.ts'
import type { System } from '../../kernel/implement.ts'
import { serveOneTime, transferBase } from './serve.ts'

/** One-time paths for devices on the port of the console, if that is behind the installation's public certificate. */
export function transferPaths(system: System, rate: RateLimiter): readonly RawPath[] {
  if (!system.config['public-url'].startsWith('https:')) return []
  return [
    {
      begin: transferBase,
      serve: (request, reply, address) => serveOneTime(system, rate, [request, reply], { address, plain: false }),
    },
  ]
}
