import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { AddressList, type Proxies } from './address.ts'
import type { Config } from '../settings/config.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** Who may see how the process is: with the token from anywhere, else from listed addresses, this machine's own by default. */
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
    // what a proxy nobody told us of passes on comes from this machine only by its looks
    return this.proxies.isKnown(request) && this.from.has(this.proxies.clientOf(request))
  }
}
