import type { LinuxHost } from './hosts/linux-host.ts'
import type { Product } from './product.ts'
import { holds, same } from './same.ts'
import type { Session } from './session.ts'

/** Whoever attacked, the process and its threads are the same as before, and the host was connected all the time. */
export async function unharmed(
  product: Product,
  { pid, session, host, sn }: { pid: number; session: Session; host: LinuxHost; sn: string },
): Promise<void> {
  same('process', product.pid, pid)
  holds('the process lives', isAlive(pid))
  holds('the gateways never died', !product.heard.includes('the gateways died'))
  holds('no error went past its connection', !/"msg":"(uncaught|unhandled)"/.test(product.heard))
  holds('ready', (await fetch(`${product.url}/readyz`)).ok)
  same('connections of the device', host.heard.split('Connected to the gateway').length - 1, 1)
  const question = { sn, type: 'interfaces', content: '{"limit":100}' }
  same('the device answers', (await session.call('POST device/cgi', question)).code, 0)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
