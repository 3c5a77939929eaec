import { open, readdir } from 'node:fs/promises'

/** The first `max` bytes of a file as text; undefined when it is missing or not readable. Works for /proc and /sys. */
export async function readText(path: string, max = 1 << 20): Promise<string | undefined> {
  try {
    const file = await open(path, 'r')
    try {
      return await readSome(file, max)
    } finally {
      await file.close()
    }
  } catch {
    return undefined
  }
}

async function readSome(file: Awaited<ReturnType<typeof open>>, max: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  while (size < max) {
    const chunk = Buffer.allocUnsafe(Math.min(65_536, max - size))
    const { bytesRead } = await file.read(chunk, 0, chunk.length, null)
    if (bytesRead === 0) break
    chunks.push(chunk.subarray(0, bytesRead))
    size += bytesRead
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The first line, trimmed; undefined when there is none. */
export async function readLine(path: string): Promise<string | undefined> {
  return (await readText(path, 4096))?.split('\n')[0]?.trim() || undefined
}

/** The first line as a finite number. */
export async function readNumber(path: string): Promise<number | undefined> {
  const line = await readLine(path)
  const value = line === undefined ? Number.NaN : Number(line)
  return Number.isFinite(value) ? value : undefined
}

/** Names in a folder, sorted; empty when it cannot be read. */
export async function listFolder(path: string): Promise<string[]> {
  try {
    return (await readdir(path)).sort()
  } catch {
    return []
  }
}
