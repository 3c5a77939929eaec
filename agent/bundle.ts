import { createHash } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'

const room = dirname(fileURLToPath(import.meta.url))
// The placeholder has the length of its replacement, so that the digest can be inserted after bundling.
const place = '@digest@'

/** The bundle cannot read folders: the parts of the configuration are listed at build time. */
const configParts: Plugin = {
  name: 'config-parts',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]agent[\\/]config[\\/]load-parts\.ts$/ }, async ({ path }) => {
      const names = (await readdir(join(dirname(path), 'kinds'))).filter(isPart).sort()
      const imports = names.map((name, index) => `import { part as part${index} } from './kinds/${name}'`)
      const entries = names.map((name, index) => `${JSON.stringify(name.slice(0, -3))}: part${index}`)
      return { contents: `${imports.join('\n')}\nexport const loadParts = () => ({ ${entries.join(', ')} })` }
    })
  },
}
const isPart = (name: string) => name.endsWith('.ts') && !name.endsWith('.test.ts')

/**
 * Builds `agent/dist/agent.mjs`: the whole agent in one file for Node 18 and later. Returns its path and its version, which ends
 * in the first digits of the digest of the bundle: the same source always gives the same file.
 */
export async function bundleAgent(): Promise<{ path: string; version: string }> {
  const release = JSON.parse(await readFile(join(room, '../package.json'), 'utf8')).version as string
  const made = await build({
    // Paths in the comments of the bundle, and so its digest, must not depend on the current directory.
    absWorkingDir: join(room, '..'),
    entryPoints: [join(room, 'main.ts')],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node18',
    define: { 'process.env.BELVEDERE_AGENT_VERSION': JSON.stringify(`${release}+${place}`) },
    // ws is CommonJS and loads Node's modules by require; its two optional native helpers are left out.
    banner: {
      js: "#!/usr/bin/env node\nimport { createRequire as makeRequire } from 'node:module'\nconst require = makeRequire(import.meta.url)",
    },
    plugins: [configParts],
    external: ['bufferutil', 'utf-8-validate'],
    logLevel: 'error',
  })
  const text = made.outputFiles[0]?.text ?? ''
  const digest = createHash('sha256').update(text).digest('hex').slice(0, place.length)
  const path = join(room, 'dist', 'agent.mjs')
  await mkdir(dirname(path), { recursive: true })
  await writeFile(`${path}.${process.pid}`, text.replaceAll(place, digest))
  await chmod(`${path}.${process.pid}`, 0o755)
  await rename(`${path}.${process.pid}`, path)
  return { path, version: `${release}+${digest}` }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log((await bundleAgent()).path)
