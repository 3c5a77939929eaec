import { extract, pack } from 'tar-stream'
import { CommandRefusal } from '../refusal.ts'

/** One file of an archive; only plain files are supported. */
export interface TarFile {
  /** Without a leading slash. */
  path: string
  content: Buffer
  /** Permission bits. */
  mode: number
  /** Unix seconds. */
  mtime: number
}

const block = 512

/** A tar archive in a format that every tar reads; long paths use pax records. */
export async function packTar(files: readonly TarFile[]): Promise<Buffer> {
  const archive = pack()
  for (const { path: name, content, mode, mtime } of files)
    archive.entry({ name, mode, mtime: new Date(mtime * 1000), uname: 'root', gname: 'root' }, content)
  archive.finalize()
  const pieces: Buffer[] = []
  for await (const piece of archive) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

/**
 * The plain files of an archive. Refuses entries that a configuration archive never has: links, devices, sparse files, more than
 * `mostFiles`, a wrong checksum, a truncated end. Folders are skipped.
 */
export async function unpackTar(bytes: Buffer, mostFiles = 2000): Promise<TarFile[]> {
  if (bytes.length < block || bytes.subarray(-block).some((byte) => byte !== 0)) throw damaged()
  const archive = extract()
  archive.end(bytes)
  const files: TarFile[] = []
  try {
    for await (const entry of archive) {
      const { name: path, mode, mtime, type } = entry.header
      const pieces: Buffer[] = []
      for await (const piece of entry) pieces.push(piece as Buffer)
      if (type === 'directory') continue
      if (type !== 'file') throw unwelcome(path)
      files.push({ path, content: Buffer.concat(pieces), mode, mtime: Math.floor(mtime.getTime() / 1000) })
      if (files.length > mostFiles) throw tooMany()
    }
  } catch (error) {
    throw error instanceof CommandRefusal ? error : damaged()
  }
  return files
}

function damaged(): CommandRefusal {
  return new CommandRefusal({ zh: '归档已损坏', en: 'The archive is damaged' })
}

function tooMany(): CommandRefusal {
  return new CommandRefusal({ zh: '归档中的文件过多', en: 'The archive holds too many files' })
}

function unwelcome(path: string): CommandRefusal {
  return new CommandRefusal(
    { zh: '归档中含有链接或特殊文件：{path}', en: 'The archive holds a link or special file: {path}' },
    { path: path.slice(0, 200) },
  )
}
