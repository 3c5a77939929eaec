import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { bundleAgent } from '../bundle.ts'
import { isRoot } from '../host/capabilities.ts'

const run = promisify(execFile)
const unit = 'etc/systemd/system/belvedere-agent.service'
/** A folder of systemd that can be covered by a mount, and the right to mount. */
const possible =
  isRoot() &&
  existsSync('/etc/systemd/system') &&
  spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0

/**
 * The agent in a mount namespace that looks like a host with systemd: /run/systemd/system exists, /etc/systemd/system is a folder
 * of the test, and `systemctl` records its arguments.
 */
async function makeGround() {
  const dir = await mkdtemp(join(tmpdir(), 'belvedere-install-'))
  const file = join(dir, 'fetched.mjs')
  const state = join(dir, 'state')
  await Promise.all(['bin', 'state', 'etc/systemd/system'].map((name) => mkdir(join(dir, name), { recursive: true })))
  const { path } = await bundleAgent()
  await writeFile(file, await readFile(path))
  await writeFile(join(dir, 'bin/systemctl'), `#!/bin/sh\necho "$*" >> ${dir}/told\n[ ! -e ${dir}/broken ]\n`, {
    mode: 0o755,
  })
  const ground =
    'mount -t tmpfs none /run && mkdir -p /run/systemd/system && mount --bind "$1/etc/systemd/system" /etc/systemd/system'
  const script = `${ground} && shift && exec "$@"`
  const agent = (...args: string[]) =>
    run('unshare', ['-m', 'sh', '-c', script, 'sh', dir, process.execPath, file, ...args, '--dir', state], {
      env: { ...process.env, PATH: `${join(dir, 'bin')}:${process.env.PATH}`, LANG: 'C', LC_ALL: 'C' },
    })
  const enrolled = async () => {
    for (const name of ['key.pem', 'cert.pem', 'ca.pem', 'agent.json']) await writeFile(join(state, name), '{}')
  }
  const reported = async () => (await readFile(join(dir, 'told'), 'utf8').catch(() => '')).trim().split('\n')
  return { dir, state, agent, enrolled, told: reported }
}

describe.runIf(possible)('a service of systemd', () => {
  test('is installed once the host is enrolled, from its own copy, started at once and at each boot; and removed', async () => {
    const { dir, state, agent, enrolled, told } = await makeGround()
    await expect(agent('install')).rejects.toThrow(/Enrol first/)
    expect(existsSync(join(dir, unit))).toBe(false)
    await enrolled()
    expect((await agent('install', '--interval', '30')).stdout + (await told()).join()).toMatch(/restart/)
    const copy = join(state, 'agent.mjs')
    expect((await stat(copy)).mode & 0o777).toBe(0o700)
    const text = await readFile(join(dir, unit), 'utf8')
    expect(text).toContain(`${copy} run --dir ${state} --interval 30`)
    expect(text).toMatch(/^Restart=always$/m)
    expect(text).toMatch(/^WantedBy=multi-user\.target$/m)
    expect(await told()).toEqual(['daemon-reload', 'enable belvedere-agent.service', 'restart belvedere-agent.service'])

    await agent('uninstall')
    expect(existsSync(join(dir, unit))).toBe(false)
    expect((await told()).slice(3)).toEqual(['disable --now belvedere-agent.service', 'daemon-reload'])
    expect(existsSync(join(state, 'key.pem')), 'the identity stays').toBe(true)
    await expect(agent('uninstall')).rejects.toThrow(/not installed/)

    await writeFile(join(dir, 'broken'), '')
    await expect(agent('install'), 'a systemctl that refuses is told').rejects.toThrow(/systemctl daemon-reload failed/)
    await rm(dir, { recursive: true, force: true })
  })
})
