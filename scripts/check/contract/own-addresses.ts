import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isAddresses } from '@belvedere/contract/kit/define-addresses.ts'
import type { OwnAddresses } from '../house-rules.ts'
import { listFiles, root } from '../source.ts'

/** The prefixes that rooms state in `contract/rooms/<room>/addresses.ts`. */
export async function findOwnAddresses(): Promise<OwnAddresses[]> {
  const files = listFiles('contract/rooms').filter((path) => path.endsWith('/addresses.ts'))
  const found = await Promise.all(
    files.map(async (file) => {
      const module = (await import(pathToFileURL(join(root, file)).href)) as object
      const stated = Object.values(module).filter(isAddresses)
      return stated.map(({ prefixes }) => ({ room: file.split('/')[2] ?? '', file, prefixes }))
    }),
  )
  return found.flat()
}
