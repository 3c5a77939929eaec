import type { NetNode } from '../model/network.ts'
import { apDocument } from './ap-schema/document.ts'
import type { LooseDocument } from './check-config.ts'
import { checkOf } from './document-schema.ts'
import { render, type Rendered } from './rendering.ts'

const check = checkOf(apDocument)

/** The checks of the access points' client: the schema first; only a valid document is rendered. */
export function checkAccessPointConfig(node: NetNode, config: LooseDocument): Rendered {
  const wrong = check(config)
  return wrong
    ? { errors: wrong.map(({ at, says }) => `[E] (In ${at}) Value ${says}`), warnings: [], broken: false }
    : render(node, config)
}
