import { Refusal } from './refusal.ts'

/** One file of an archive; only plain files exist for us. */
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

/** A ustar archive; a path that does not fit its 100 characters travels in a pax record. */
export function packTar(files: readonly TarFile[]): Buffer {
  const parts = files.flatMap((file) => {
    const long = Buffer.byteLength(file.path) > 100
    const extended = long ? entry({ ...file, path: 'pax', content: paxRecord('path', file.path) }, 'x') : []
    return [...extended, ...entry({ ...file, path: long ? file.path.slice(-40) : file.path }, '0')]
  })
  return Buffer.concat([...parts, Buffer.alloc(2 * block)])
}

function entry(file: TarFile, type: string): Buffer[] {
  const header = Buffer.alloc(block)
  const put = (text: string, at: number) => header.write(text, at)
  put(file.path, 0)
  put(octal(file.mode & 0o7777, 7), 100)
  put(octal(0, 7), 108)
  put(octal(0, 7), 116)
  put(octal(file.content.length, 11), 124)
  put(octal(file.mtime, 11), 136)
  put('        ', 148)
  put(type, 156)
  put('ustar\x0000', 257)
  put('root', 265)
  put('root', 297)
  put(`${octal(checksum(header), 6)}\0 `, 148)
  return [header, file.content, Buffer.alloc((block - (file.content.length % block)) % block)]
}

function octal(value: number, digits: number): string {
  return Math.max(0, Math.floor(value)).toString(8).padStart(digits, '0')
}

function checksum(header: Buffer): number {
  return header.reduce((sum, byte) => sum + byte, 0)
}

// A pax record states its own length, which counts itself.
function paxRecord(key: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${key}=${value}\n`)
  let length = rest + String(rest).length
  length = rest + String(length).length
  return Buffer.from(`${length} ${key}=${value}\n`)
}

/**
 * The plain files of an archive. Refuses what a configuration archive never holds: links, devices, sparse files, more
 * than `mostFiles`, a wrong checksum, an end too early. Folders and pax headers are read over.
 */
export function unpackTar(archive: Buffer, mostFiles = 2000): TarFile[] {
  const files: TarFile[] = []
  let at = 0
  let pax: Map<string, string> = new Map()
  while (at + block <= archive.length) {
    const header = archive.subarray(at, at + block)
    if (header.every((byte) => byte === 0)) return files
    const { type, size, ...file } = readHeader(header)
    const start = at + block
    if (start + size > archive.length) throw damaged()
    const content = archive.subarray(start, start + size)
    at = start + Math.ceil(size / block) * block
    if (type === 'x') {
      pax = readPax(content)
      continue
    }
    if (type === '0' || type === '\0') files.push({ ...file, path: pax.get('path') ?? file.path, content })
    else if (type !== '5' && type !== 'g') throw unwelcome(file.path)
    pax = new Map()
    if (files.length > mostFiles) throw new Refusal({ zh: '归档中的文件过多', en: 'The archive holds too many files' })
  }
  throw damaged()
}

function readHeader(header: Buffer): { path: string; mode: number; size: number; mtime: number; type: string } {
  const text = (from: number, length: number) =>
    header
      .subarray(from, from + length)
      .toString('utf8')
      .replace(/\0[\s\S]*$/, '')
  const number = (from: number, length: number) => {
    const digits = text(from, length).trim()
    if (!/^[0-7]*$/.test(digits)) throw damaged()
    return Number.parseInt(digits || '0', 8)
  }
  const summed = Buffer.from(header)
  summed.fill(' ', 148, 156)
  if (checksum(summed) !== number(148, 8)) throw damaged()
  const prefix = text(257, 5) === 'ustar' ? text(345, 155) : ''
  const path = prefix ? `${prefix}/${text(0, 100)}` : text(0, 100)
  return {
    path,
    mode: number(100, 8),
    size: number(124, 12),
    mtime: number(136, 12),
    type: String.fromCharCode(header[156] ?? 0),
  }
}

function readPax(content: Buffer): Map<string, string> {
  const records = new Map<string, string>()
  let at = 0
  while (at < content.length) {
    const space = content.indexOf(' ', at)
    const length = Number(content.subarray(at, space).toString())
    if (space < 0 || !Number.isInteger(length) || length < 4 || at + length > content.length) throw damaged()
    const record = content.subarray(space + 1, at + length - 1).toString('utf8')
    records.set(record.slice(0, record.indexOf('=')), record.slice(record.indexOf('=') + 1))
    at += length
  }
  return records
}

function damaged(): Refusal {
  return new Refusal({ zh: '归档已损坏', en: 'The archive is damaged' })
}

function unwelcome(path: string): Refusal {
  return new Refusal(
    { zh: '归档中含有链接或特殊文件：{path}', en: 'The archive holds a link or special file: {path}' },
    { path: path.slice(0, 200) },
  )
}
