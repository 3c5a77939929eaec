import { renameSync, writeFileSync } from 'node:fs'

/** Replaces a file: a reader sees either the new or the former content, and hard links to the former file keep its content. */
export function writeByRename(path, text) {
  const next = `${path}.${process.pid}`
  writeFileSync(next, text)
  renameSync(next, path)
}
