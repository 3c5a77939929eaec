import type { Plugin } from 'vite'

const loader = /[\\/]contract[\\/]kit[\\/]intent[\\/]load-kinds\.ts$/

const source = `
const files = import.meta.glob('../../intents/*/kind.ts', { eager: true, import: 'kind' })
export const loadKinds = () => Object.fromEntries(Object.entries(files).map(([path, kind]) => [path.split('/').at(-2), kind]))
`

/** A browser cannot read folders, so the intent kinds are listed when the console is bundled. */
export function intentKinds(): Plugin {
  return {
    name: 'belvedere:intent-kinds',
    enforce: 'pre',
    load: (id) => (loader.test(id.split('?')[0] ?? id) ? source : null),
  }
}
