import { execFile } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { type MadePair, MakerPki } from '@belvedere/server/base/keys/test-maker-pki.ts'
import { PASSWORD, type Product, startProduct } from './product.ts'

const run = promisify(execFile)
const README = new URL('../../README.md', import.meta.url)
/** The name by which devices dial the gateway in the README. */
export const GATEWAY = 'gateway.example'

const sectionOf = async (heading: string) =>
  (await readFile(README, 'utf8')).split(`## ${heading}`)[1]?.split('\n## ')[0] ?? ''

/** Commands by which images are signed, as they stand in the README. */
export async function signingOf(image: string): Promise<string> {
  const [, block = ''] = /```\n([\s\S]*?)```/.exec(await sectionOf('Firmware')) ?? []
  if (!block.includes('IMAGE')) throw new Error('the README does not sign an image')
  return block.replaceAll('IMAGE', image)
}

/** Commands of the three ways, as they stand in the README. */
export async function commandsOf(way: 1 | 2 | 3): Promise<string[]> {
  const text = await sectionOf('Stock access points and switches')
  const item = text.split(/^(?=\d\. )/m).find((part) => part.startsWith(`${way}. `)) ?? ''
  const found = [...item.matchAll(/```\n([\s\S]*?)```/g)].map(([, block = '']) => block.trim())
  if (found.length === 0) throw new Error(`the README has no command for way ${way}`)
  return found
}

/** What an administrator has at hand: files of the maker and of the console in a folder, a shell, and devices. */
export interface MakerWorkspace {
  readonly dir: string
  readonly pki: MakerPki
  readonly root: MadePair
  readonly issuing: MadePair
  readonly data: string
}

export async function openWorkspace(): Promise<MakerWorkspace> {
  const dir = await mkdtemp(join(tmpdir(), 'belvedere-desk-'))
  const pki = new MakerPki(join(dir, 'pki'))
  const { root, issuing } = pki.authorities()
  const own = pki.make(GATEWAY, { kind: 'server', by: issuing, names: [`DNS:${GATEWAY}`] })
  await copyFile(root.certificateFile, join(dir, 'maker-root.pem'))
  await copyFile(issuing.certificateFile, join(dir, 'maker-issuing.pem'))
  await writeFile(join(dir, 'gateway.pem'), own.cert + issuing.cert)
  await copyFile(own.keyFile, join(dir, 'gateway.key'))
  // the device's shell: its folder stands for /etc/ucentral, its services are not there
  const shim =
    '#!/bin/sh\nhost=${1#root@}\nshift\nexec sh -c "$(printf %s "$*" | sed "s#/etc/ucentral#$PWD/$host#g; s#/etc/init.d/[a-z_]* restart#true#g")"\n'
  await mkdir(join(dir, 'bin'))
  await writeFile(join(dir, 'bin/ssh'), shim)
  await chmod(join(dir, 'bin/ssh'), 0o755)
  return { dir, pki, root, issuing, data: join(dir, 'data') }
}

/** A stock access point: it has enrolled by EST, trusts its maker, and sends its chain. */
export async function makeDevice({ dir, pki, root, issuing }: MakerWorkspace, serial: string): Promise<void> {
  const own = pki.make(serial, { kind: 'client', by: issuing })
  await mkdir(join(dir, serial))
  await writeFile(join(dir, serial, 'operational.pem'), own.cert + issuing.cert)
  // as openssl writes it, and as a truncated file ends
  await writeFile(join(dir, serial, 'operational.ca'), (issuing.cert + root.cert).trimEnd())
  await copyFile(own.keyFile, join(dir, serial, 'key.pem'))
}

/** A folder that stands for /etc/ucentral of all stock devices of a site, whose certificates the fleet makes with the maker's issuing CA. */
export async function makeSite({ dir, root, issuing }: MakerWorkspace, site: string): Promise<void> {
  const folder = join(dir, site)
  await mkdir(folder)
  await copyFile(issuing.certificateFile, join(folder, 'simulated-ca.pem'))
  await copyFile(issuing.keyFile, join(folder, 'simulated-ca.key'))
  await writeFile(join(folder, 'operational.ca'), (issuing.cert + root.cert).trimEnd())
  // what its devices trust is what stands in the file the README writes to
  await symlink('operational.ca', join(folder, 'ca.pem'))
}

/** Flags of a fleet whose devices dial by the site's gateway.json. */
export async function fleetOf(
  { dir }: MakerWorkspace,
  site: string,
): Promise<{ port: number; dialled: string; 'ca-dir': string }> {
  const { server, port } = JSON.parse(await readFile(join(dir, site, 'gateway.json'), 'utf8'))
  return { port, dialled: server, 'ca-dir': join(dir, site) }
}

/** What a command of the README prints, in the folder. */
export async function runInWorkspace({ dir }: MakerWorkspace, command: string): Promise<string> {
  return (await run('sh', ['-ec', command], { cwd: dir })).stdout
}

/** Carries out a command of the README on a device, or on several by the name of what they have in common. */
export async function onDevice({ dir }: MakerWorkspace, device: string, command: string): Promise<void> {
  const env = { ...process.env, PATH: `${join(dir, 'bin')}${delimiter}${process.env.PATH}` }
  await run('sh', ['-ec', command.replaceAll('ACCESS-POINT', device)], { cwd: dir, env })
}

/** Starts the product with the flags of a command of the README, files in their place. */
export function startAs({ dir, data }: MakerWorkspace, command: string): Promise<Product> {
  const flags = command
    .replace(/^npm start -- /, '')
    .split(/\s+/)
    .map((word) => word.replace(/[\w-]+\.(pem|key)/g, (name) => join(dir, name)))
  return startProduct({ data, flags })
}

/** Puts `ca.pem` and `gateway.json` of the page that is open into the folder, as its buttons do. */
export async function saveFiles({ dir }: MakerWorkspace, page: Page): Promise<void> {
  for (const [button, file] of [
    [page.getByRole('button', { name: / ca\.pem$/ }).first(), 'ca.pem'],
    [page.getByRole('button', { name: / gateway\.json$/ }), 'gateway.json'],
  ] as const) {
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
    await download.saveAs(join(dir, file))
  }
}

export async function signInTo(page: Page, { url }: Product): Promise<void> {
  await page.goto(url)
  await page.getByRole('textbox', { name: /^(账号|Account)$/ }).fill('admin')
  await page.getByRole('textbox', { name: /^(密码|Password)$/ }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL((at) => !at.pathname.startsWith('/login'))
}
