import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { discoverCalls } from '@belvedere/server/kernel/discovery/discover.ts'
import { hostilePayloadsOf } from '@belvedere/server/test-hostile-payloads.ts'
import { startProduct } from '../kit/product.ts'
import { same } from '../kit/same.ts'
import { sessionOf } from '../kit/session.ts'
import type { Proof } from '../proof.ts'

/** One of so many inputs of the generated test; that one sends them all. */
const SHARE = 25
/** Calls that end the session they are made with are left to that test. */
const ENDS_SESSION = /user\/(logout|cancel|session)/

export const proof: Proof = {
  title: 'Values that no store can keep are refused by the running product, to strangers and to administrators',
  async run(say) {
    const product = await startProduct()
    try {
      const { pid } = product
      const [owner, stranger] = [await product.signIn(), sessionOf(product.url, '', 0)]
      const internal: string[] = []
      let sent = 0
      for (const { spec } of await discoverCalls()) {
        if (ENDS_SESSION.test(spec.at)) continue
        const caller = spec.who === 'anyone' ? stranger : owner
        let index = 0
        for (const { payload } of hostilePayloadsOf(spec)) {
          if (index++ % SHARE) continue
          sent++
          const { code } = await caller.call(spec.at, payload).catch(() => ({ code: -1 }))
          if (code === commonErrors.internal.code || code === -1)
            internal.push(`${spec.at} ${JSON.stringify(payload).slice(0, 200)}`)
        }
      }
      same('answered with an internal error, or not at all', internal, [])
      same('the process', product.pid, pid)
      say(`${sent} hostile inputs: none was an internal error`)
    } finally {
      await product.close()
    }
  },
}
