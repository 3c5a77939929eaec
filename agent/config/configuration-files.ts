import { existsSync, readFileSync, rmSync } from 'node:fs'
import { isObject, type LooseJson } from '../loose.ts'
import type { StateDirectory } from '../files/state-directory.ts'
import type { HostState } from './host-state.ts'

/** The active configuration. */
export interface ReceivedConfiguration {
  uuid: number
  config: LooseJson
  /** Addresses of its interfaces before it; absent: an older agent applied it. */
  from?: Record<string, string>
  /** The host's own settings beside the first values of a kind, by kind. */
  beside?: Record<string, unknown>
}

/** Written to disk while the host is being changed: the previous state of the changed interfaces. */
export interface ConfigurationJournal {
  boot: string
  from: HostState
}

/** Kept on disk until the configuration is confirmed. */
export interface ArmedConfiguration extends ConfigurationJournal {
  uuid: number
  /** Seconds since boot. */
  until: number
  /** Interfaces that were changed since. */
  touched: string[]
  /** Kinds with a part that were changed since; absent: an older agent armed it. */
  kinds?: string[]
  /** Null: no configuration was active. */
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

/** State that survives the end of the agent while a configuration is active, being changed or not yet confirmed. */
export interface ConfigurationFiles {
  given(): ReceivedConfiguration | undefined
  journal(): ConfigurationJournal | undefined
  armed(): ArmedConfiguration | undefined
  put<Name extends keyof Contents>(name: Name, value: Contents[Name]): void
  drop(name: keyof typeof names): void
  /** Files at the time when the rollback was armed. */
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
