const BLOCK = 512

/** For tests: a ustar archive of texts by path, whatever the paths are. */
export function packTar(files: Record<string, string>, type = '0'): Buffer {
  const parts = Object.entries(files).flatMap(([path, text]) => {
    const content = Buffer.from(text)
    return [headerOf(path, content.length, type), content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]
  })
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)])
}

function headerOf(path: string, size: number, type: string): Buffer {
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  header.write(path, 0)
  header.write(`${octal(0o600, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`, 100)
  header.write(`${octal(size, 11)}\0${octal(0, 11)}\0${' '.repeat(8)}${type}`, 124)
  header.write('ustar\x0000root', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 6)}\0 `, 148)
  return header
}
