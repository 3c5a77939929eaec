import type { AppFact } from '../../kit/facts.ts'
import { countOf, listOf, objectOf, textOf, type Loose } from '../../kit/coerce.ts'

/** Most applications of one device. */
const MOST = 256
const keyForm = /^[a-z][a-z0-9-]{0,31}$/

/** Member `x-belvedere.apps` of a state: the traffic of each application. Undefined: the device does not measure it. */
export function appsOf(state: Loose): AppFact[] | undefined {
  const { apps } = objectOf(state['x-belvedere'])
  if (!Array.isArray(apps)) return undefined
  return listOf(apps, MOST).flatMap((value) => {
    const item = objectOf(value)
    const app = textOf(item.app, 32)
    const [rx_bytes, tx_bytes] = [countOf(item.rx_bytes), countOf(item.tx_bytes)]
    if (app === undefined || !keyForm.test(app) || rx_bytes === undefined || tx_bytes === undefined) return []
    return [{ app, rx_bytes, tx_bytes }]
  })
}
