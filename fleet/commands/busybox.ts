import { execFile, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { openWrtPrograms } from '@belvedere/pure/device/device-shell.ts'
import type { LooseDocument } from '../config/check-config.ts'
import { Doorman } from '../dial-limiter.ts'

/** Shells that one process runs at a time, and ms for one of them. */
const SHELLS = 16
const LONGEST = 20_000
const MOST_OUTPUT = 1 << 20

export interface ShellResult {
  exit: number
  text: string
}

/** BusyBox of this machine, with exactly the programs of OpenWrt's BusyBox. A missing program fails as it would there. */
export class BusyBox {
  /** Its data: a folder for each device that has received a script. */
  readonly folder = mkdtempSync(join(tmpdir(), 'belvedere-fleet-'))
  readonly #shells = new Doorman(SHELLS)

  /** Undefined: it is not installed. */
  static find(): BusyBox | undefined {
    const path = spawnSync('which', ['busybox'], { encoding: 'utf8' }).stdout?.trim()
    return path ? new BusyBox(path) : undefined
  }

  private constructor(program: string) {
    mkdirSync(this.bin)
    for (const name of openWrtPrograms) symlinkSync(program, join(this.bin, name))
  }

  get bin(): string {
    return join(this.folder, 'bin')
  }

  /** In a separate process group, so that a timer that it starts survives it. */
  run(file: string, path: string): Promise<ShellResult> {
    return new Promise((resolve) => {
      this.#shells.enter(() => {
        const options = { env: { PATH: path }, timeout: LONGEST, maxBuffer: MOST_OUTPUT, encoding: 'utf8' as const }
        execFile(join(this.bin, 'ash'), [file], options, (error, stdout) => {
          this.#shells.leave()
          const { code } = (error ?? {}) as { code?: unknown }
          resolve({ exit: error ? (typeof code === 'number' ? code : 255) : 0, text: stdout })
        })
      })
    })
  }

  /** Timers that are still running end by themselves: there is no state to restore any more. */
  close(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Name of a configuration in the folder of the client. */
const fileOf = (uuid: number) => `ucentral.cfg.${String(uuid).padStart(10, '0')}`

/**
 * The file system of one access point as far as our scripts use it. Its renderer and the start of its client are stubs with the
 * same effect on files. Not simulated: the duration of rendering, and how the real start-up treats processes that run beside it.
 */
export class DeviceFiles {
  readonly #root: string
  readonly #busybox: BusyBox

  constructor(busybox: BusyBox, serial: string) {
    this.#busybox = busybox
    this.#root = join(busybox.folder, serial)
    for (const folder of ['etc/ucentral', 'etc/init.d', 'etc/rc.d', 'usr/share/ucentral', 'tmp', 'bin'])
      mkdirSync(this.#path(folder), { recursive: true })
    this.#put('usr/share/ucentral/ucentral.uc', `ln -sf "$1" ${this.#path('etc/ucentral/ucentral.active')}`)
    this.#put('etc/init.d/ucentral', `: >${this.#path('restarted')}`)
    // Debian's BusyBox has no pgrep; processes of the machine are not the device's
    this.#put('bin/pgrep', 'exit 1')
  }

  #path(name: string): string {
    return join(this.#root, name)
  }

  #put(name: string, script: string): void {
    writeFileSync(this.#path(name), `#!${join(this.#busybox.bin, 'ash')}\n${script}\n`)
    chmodSync(this.#path(name), 0o755)
  }

  run(script: string): Promise<ShellResult> {
    const file = this.#path('tmp/script.cmd')
    const shell = `#!${join(this.#busybox.bin, 'ash')}`
    writeFileSync(
      file,
      script.replaceAll(/(?<![\w$}])\/(etc|usr\/share|tmp)\//g, `${this.#root}/$1/`).replaceAll('#!/bin/sh', shell),
    )
    return this.#busybox.run(file, `${this.#path('bin')}:${this.#busybox.bin}`)
  }

  /** As the client stores received documents; `active`: it was rendered as well. */
  keep(uuid: number, config: LooseDocument, active: boolean): void {
    const file = this.#path(`etc/ucentral/${fileOf(uuid)}`)
    writeFileSync(file, JSON.stringify({ ...config, uuid }))
    if (!active) return
    const link = this.#path('etc/ucentral/ucentral.active')
    rmSync(link, { force: true })
    symlinkSync(file, link)
  }

  /** The active configuration after a restart of its client; undefined: it was not restarted. */
  restarted(): LooseDocument | undefined {
    const mark = this.#path('restarted')
    if (!existsSync(mark)) return undefined
    rmSync(mark)
    rmSync(this.#path('tmp/ucentral.restart'), { force: true })
    return JSON.parse(readFileSync(readlinkSync(this.#path('etc/ucentral/ucentral.active')), 'utf8')) as LooseDocument
  }

  /** Whether a timer may still restore a state. */
  get armed(): boolean {
    return existsSync(this.#path('tmp/belvedere/kept'))
  }

  /** Number of the document that is linked as the active one. */
  get active(): number {
    return Number(
      basename(readlinkSync(this.#path('etc/ucentral/ucentral.active')))
        .split('.')
        .pop(),
    )
  }

  /** A power loss clears the memory; the timer finds no state and ends. */
  lose(): void {
    rmSync(this.#path('tmp'), { recursive: true, force: true })
    mkdirSync(this.#path('tmp'))
  }

  /** Runs the scripts of each boot before the client, and returns the document that the client finds then; undefined: none. */
  boot(): LooseDocument | undefined {
    const hooks = readdirSync(this.#path('etc/rc.d')).sort()
    if (hooks.length === 0) return undefined
    const options = { env: { PATH: this.#busybox.bin }, timeout: LONGEST }
    for (const name of hooks) spawnSync(this.#path(`etc/rc.d/${name}`), ['boot'], options)
    // it renders the newest one
    const newest = readdirSync(this.#path('etc/ucentral'))
      .filter((name) => name.startsWith('ucentral.cfg.'))
      .sort()
      .pop()
    if (newest === undefined) return undefined
    return JSON.parse(readFileSync(this.#path(`etc/ucentral/${newest}`), 'utf8')) as LooseDocument
  }

  /** Removes all received documents. */
  wipe(): void {
    rmSync(this.#root, { recursive: true, force: true })
  }
}
