import { renameSync, writeFileSync } from 'node:fs'

/** Replaces a file: who reads it sees all of it or the former one, and hard links to the former one keep what they hold. */
export function writeByRename(path, text) {
  const next = `${path}.${process.pid}`
  writeFileSync(next, text)
  renameSync(next, path)
}
