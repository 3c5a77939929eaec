import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { generatePassword } from './password.ts'

const pathIn = (data: string) => join(data, 'first-password')

/**
 * The generated first password, kept in a file of the data directory until it is used: a start that fails before it
 * prints the password (port in use, killed) must not lock the owner out permanently.
 */
export async function firstPassword(data: string): Promise<string> {
  const known = await readFile(pathIn(data), 'utf8').catch(() => '')
  if (known.trim()) return known.trim()
  const password = generatePassword()
  await mkdir(data, { recursive: true, mode: 0o700 })
  const file = await open(pathIn(data), 'w', 0o600)
  try {
    await file.writeFile(`${password}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  return password
}

export async function deleteFirstPassword(data: string): Promise<void> {
  await rm(pathIn(data), { force: true })
}
