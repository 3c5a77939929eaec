import type { Product } from './product.ts'

/** The sum of a counter or gauge over its labels, from GET /metrics. */
export async function metric({ url }: Pick<Product, 'url'>, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const lines = text.matchAll(new RegExp(`^belvedere_${name}(?:{[^}]*})? (\\S+)$`, 'gm'))
  return [...lines].reduce((sum, [, value]) => sum + Number(value), 0)
}
