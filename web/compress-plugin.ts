import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const isText = /\.(js|css|svg)$/
/** Smaller files fit into one packet without compression. */
const smallest = 1024

/**
 * Writes two compressed copies of each text file of the build, so that the server does not compress at every request.
 */
export function compressed(): Plugin {
  return {
    name: 'belvedere:compressed',
    apply: 'build',
    writeBundle({ dir = '' }) {
      for (const name of readdirSync(join(dir, 'assets'))) if (isText.test(name)) compress(join(dir, 'assets', name))
    },
  }
}

function compress(file: string): void {
  const bytes = readFileSync(file)
  if (bytes.length < smallest) return
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
}
