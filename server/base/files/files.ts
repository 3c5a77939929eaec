import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { guardSocket } from '../edge/guard-socket.ts'

/** Files stored beside the database, named by their SHA-256: equal content is stored once. */
export interface Files {
  /** Durable when it resolves. Returns the name. */
  put(bytes: Buffer): Promise<string>
  /** Streams `from` to disk. Undefined if it has more than `most` bytes. */
  take(from: Readable, most: number): Promise<Taken | undefined>
  read(name: string): Promise<Buffer>
  /** The bytes from `start` up to and with `end`. */
  stream(name: string, range?: { start: number; end: number }): Readable
  /** `length` bytes from `start`, fewer at the end of the file. */
  part(name: string, start: number, length: number): Promise<Buffer>
  /** Bytes; undefined when there is no such file. */
  size(name: string): Promise<number | undefined>
  has(name: string): Promise<boolean>
  remove(name: string): Promise<void>
}

/** A temporary file that is not stored yet. */
export interface Taken {
  /** Its future name: SHA-256, hexadecimal. */
  readonly name: string
  /** Bytes. */
  readonly size: number
  part(start: number, length: number): Promise<Buffer>
  /** The bytes from `start` up to and with `end`. */
  stream(start: number, end: number): Readable
  /** Stores it; durable when it resolves. */
  keep(): Promise<void>
  /** Deletes it if it was not stored. */
  drop(): Promise<void>
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
    stream: (name, range) => guardSocket(createReadStream(pathOf(name), range)),
    part: (name, start, length) => partOf(pathOf(name), start, length),
    size: (name) =>
      stat(pathOf(name)).then(
        ({ size }) => size,
        () => undefined,
      ),
    remove: (name) => rm(pathOf(name), { force: true }),
    async take(from, most) {
      await mkdir(dir, { recursive: true, mode: 0o700 })
      const aside = join(dir, `taken.${randomBytes(6).toString('hex')}`)
      const drop = () => rm(aside, { force: true })
      const taken = await writeAside(aside, from, most).catch(async (error: unknown) => {
        await drop()
        throw error
      })
      if (!taken) return void (await drop())
      return {
        ...taken,
        drop,
        part: (start, length) => partOf(aside, start, length),
        stream: (start, end) => guardSocket(createReadStream(aside, { start, end })),
        async keep() {
          if (!(await has(taken.name))) await giveName(aside, pathOf(taken.name))
        },
      }
    },
    async put(bytes) {
      const name = createHash('sha256').update(bytes).digest('hex')
      if (!(await has(name))) await writeDurably(pathOf(name), bytes)
      return name
    },
  }
}

/** Written to a temporary file, flushed, renamed, directory flushed: a crash leaves the old state or the new one. */
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
  await giveName(aside, path)
}

async function giveName(aside: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await rename(aside, path)
  const folder = await open(dirname(path), 'r')
  await folder.sync().finally(() => folder.close())
}

async function writeAside(
  path: string,
  from: Readable,
  most: number,
): Promise<Pick<Taken, 'name' | 'size'> | undefined> {
  const hash = createHash('sha256')
  const file = await open(path, 'wx', 0o600)
  let size = 0
  try {
    for await (const piece of from as AsyncIterable<Buffer>) {
      size += piece.length
      if (size > most) return undefined
      hash.update(piece)
      await file.write(piece)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { name: hash.digest('hex'), size }
}

async function partOf(path: string, start: number, length: number): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, start)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
