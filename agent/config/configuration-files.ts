import { existsSync, readFileSync, rmSync } from 'node:fs'
import { isObject, type LooseJson } from '../loose.ts'
import type { StateDirectory } from '../files/state-directory.ts'
import type { HostState } from './host-state.ts'

/** The configuration in force. */
export interface ReceivedConfiguration {
  uuid: number
  config: LooseJson
  /** Addresses of its interfaces before it; absent: an older agent took it. */
  from?: Record<string, string>
  /** What the host had beside it when it was first given values of a kind, by kind. */
  beside?: Record<string, unknown>
}

/** Left on disk while the host is being changed: how the changed interfaces were. */
export interface ConfigurationJournal {
  boot: string
  from: HostState
}

/** Left on disk until it is confirmed. */
export interface ArmedConfiguration extends ConfigurationJournal {
  uuid: number
  /** Seconds since boot. */
  until: number
  /** Interfaces that were changed since. */
  touched: string[]
  /** Kinds with a part that were changed since; absent: an older agent armed it. */
  kinds?: string[]
  /** Null: none was in force. */
  before: ReceivedConfiguration | null
}

interface Contents {
  given: ReceivedConfiguration
  journal: ConfigurationJournal
  armed: ArmedConfiguration
}

const names = {
  given: 'configuration.json',
  journal: 'journal.json',
  armed: 'armed.json',
  kept: 'armed-files.tar.gz',
} as const

/** What survives the end of the agent while a configuration is in force, being changed or waiting to be confirmed. */
export interface ConfigurationFiles {
  given(): ReceivedConfiguration | undefined
  journal(): ConfigurationJournal | undefined
  armed(): ArmedConfiguration | undefined
  put<Name extends keyof Contents>(name: Name, value: Contents[Name]): void
  drop(name: keyof typeof names): void
  /** Files as they were when the host was armed. */
  keptArchive(): Buffer | undefined
  keepArchive(archive: Buffer): void
}

export function configurationFiles(directory: StateDirectory): ConfigurationFiles {
  const pathOf = (name: keyof typeof names) => directory.file(names[name])
  return {
    given: () => readJson(pathOf('given')) as ReceivedConfiguration | undefined,
    journal: () => readJson(pathOf('journal')) as ConfigurationJournal | undefined,
    armed: () => readJson(pathOf('armed')) as ArmedConfiguration | undefined,
    put: (name, value) => directory.put(names[name], `${JSON.stringify(value)}\n`),
    drop: (name) => rmSync(pathOf(name), { force: true }),
    keptArchive: () => (existsSync(pathOf('kept')) ? readFileSync(pathOf('kept')) : undefined),
    keepArchive: (archive) => directory.put(names.kept, archive),
  }
}

function readJson(path: string): unknown {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
