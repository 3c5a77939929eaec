const BLOCK = 512

interface TarEntryOptions {
  /** `0` a file, `1` and `2` links. */
  type?: string
  mtime?: number
  /** Where a link leads. */
  target?: string
}

/**
 * For tests: a ustar archive of contents by path, written by hand because no library writes hostile ones; paths and types are not checked.
 */
export function packTar(
  files: Record<string, string | Buffer>,
  made: TarEntryOptions = {},
  links: Record<string, string> = {},
) {
  const entries = [
    ...Object.entries(files).map(([path, content]) => entryOf(path, Buffer.from(content), made)),
    ...Object.entries(links).map(([path, target]) => entryOf(path, Buffer.alloc(0), { type: '2', target })),
  ]
  return Buffer.concat([...entries.flat(), Buffer.alloc(2 * BLOCK)])
}

function entryOf(path: string, content: Buffer, { type = '0', mtime = 0, target = '' }: TarEntryOptions): Buffer[] {
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  header.write(path, 0)
  header.write(`${octal(0o600, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`, 100)
  header.write(`${octal(content.length, 11)}\0${octal(mtime, 11)}\0${' '.repeat(8)}${type}${target}`, 124)
  header.write('ustar\x0000root', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 6)}\0 `, 148)
  return [header, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]
}
