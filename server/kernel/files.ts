import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Bytes kept beside the database, named by their SHA-256: the same bytes are kept once. */
export interface Files {
  /** Durable when it resolves. Returns the name. */
  put(bytes: Buffer): Promise<string>
  read(name: string): Promise<Buffer>
  stream(name: string): NodeJS.ReadableStream
  has(name: string): Promise<boolean>
  remove(name: string): Promise<void>
}

export function openFiles(dir: string): Files {
  const pathOf = (name: string) => {
    if (!/^[0-9a-f]{64}$/.test(name)) throw new Error('not a file name')
    return join(dir, name.slice(0, 2), name)
  }
  const has = async (name: string) =>
    stat(pathOf(name)).then(
      () => true,
      () => false,
    )
  return {
    has,
    read: (name) => readFile(pathOf(name)),
    stream: (name) => createReadStream(pathOf(name)),
    remove: (name) => rm(pathOf(name), { force: true }),
    async put(bytes) {
      const name = createHash('sha256').update(bytes).digest('hex')
      if (!(await has(name))) await writeDurably(pathOf(name), bytes)
      return name
    },
  }
}

/** Written aside, flushed, renamed, directory flushed: a crash leaves the old state or the new one. */
async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const aside = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(aside, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(aside, path)
  const folder = await open(dirname(path), 'r')
  await folder.sync().finally(() => folder.close())
}
