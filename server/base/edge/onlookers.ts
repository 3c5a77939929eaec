import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { AddressList, type Proxies } from './address.ts'
import type { Config } from '../settings/config.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** Access to health details and metrics: with the token from any address, else from listed addresses, by default this machine's own. */
export class Onlookers {
  private readonly token: Buffer | undefined
  private readonly from: AddressList
  private readonly proxies: Proxies

  constructor(config: Pick<Config, 'metrics-token' | 'metrics-from'>, proxies: Proxies) {
    this.token = config['metrics-token'] ? sha256(config['metrics-token']) : undefined
    this.from = new AddressList(config['metrics-from'])
    this.proxies = proxies
  }

  may(request: IncomingMessage): boolean {
    const token = request.headers.authorization?.replace(/^Bearer /i, '')
    if (token && this.token && timingSafeEqual(sha256(token), this.token)) return true
    // a request through an unknown local proxy only appears to come from this machine
    return this.proxies.isKnown(request) && this.from.has(this.proxies.clientOf(request))
  }
}
