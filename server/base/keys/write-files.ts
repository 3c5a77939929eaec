import { randomBytes } from 'node:crypto'
import { link, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

async function writeAside(path: string, text: string, mode: number): Promise<string> {
  const aside = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(aside, 'wx', mode)
  await file.writeFile(text)
  await file.sync()
  await file.close()
  return aside
}

async function flushFolderOf(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r')
  await folder.sync().finally(() => folder.close())
}

/** Replaces a file as a whole: a crash leaves the old text or the new one. */
export async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  await rename(await writeAside(path, text, mode), path)
  await flushFolderOf(path)
}

/** Creates a file that never changes; of two concurrent processes the first wins. Returns the content. */
export async function writeOnce(path: string, text: string, mode: number): Promise<string> {
  const aside = await writeAside(path, text, mode)
  await link(aside, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(aside)
  await flushFolderOf(path)
  return readFile(path, 'utf8')
}
