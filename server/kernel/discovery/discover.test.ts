import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { isJob } from '../../base/jobs/job.ts'
import { isCommandObserver } from '../../devices/send-command.ts'
import { isSink } from '../../devices/ingest/ingest.ts'
import { isRightsSource } from '../../engines/act-as/rights-source.ts'
import { isConfirmation } from '../../engines/confirm/confirm.ts'
import { isQuota } from '../../engines/quota/define-quota.ts'
import { isSceneCount } from '../../engines/scene-count/scene-count.ts'
import { isUndo } from '../../engines/undo/define-undo.ts'
import { isAuditor } from '../audit.ts'
import { isCleanup } from './cleanup.ts'
import { roomFiles } from './discover.ts'
import { isEvent, isListener } from '../event.ts'
import { isGrantSource } from './grants.ts'
import { isImplementation } from '../implement.ts'
import { isSessionSource } from '../session.ts'
import { isStartup, type Startup } from '../startup.ts'
import { isUpgrade } from './upgrade.ts'

/** The required exports by the kind in a file name. */
const named = {
  job: isJob,
  undo: isUndo,
  events: isEvent,
  sink: isSink,
  startup: isStartup,
  listener: isListener,
  quota: isQuota,
  cleanup: isCleanup,
  count: isSceneCount,
  observer: isCommandObserver,
  upgrade: isUpgrade,
  gateway: (value: unknown) => isGatewayStartup(value),
} satisfies Record<string, (value: unknown) => boolean>

const brings: readonly ((value: unknown) => boolean)[] = [
  ...Object.values(named),
  isAuditor,
  isConfirmation,
  isGrantSource,
  isImplementation,
  isRightsSource,
  isSessionSource,
]

const isGatewayStartup = (value: unknown) => isStartup(value) && (value as Startup).role === 'gateway'

const exportsIn = async (path: string): Promise<unknown[]> =>
  Object.values((await import(pathToFileURL(path).href)) as object)

test('files that are not loaded at the start export nothing to discovery', async () => {
  const { takePart, others } = roomFiles()
  expect(takePart.length).toBeGreaterThan(100)
  const overlooked: string[] = []
  for (const path of others) {
    if (path.endsWith('-worker.ts')) continue
    // re-exports are found in the original file
    const own = (await exportsIn(path)).filter((value) => brings.some((is) => is(value)))
    if (own.length > 0) overlooked.push(path)
  }
  expect(overlooked).toEqual([])
})

test('a file exports what its name states, and exports for gateways are in files of their kind', async () => {
  const wrong: string[] = []
  for (const path of roomFiles().takePart) {
    const kind = /\.([a-z]+)\.ts$/.exec(path)?.[1] ?? ''
    const all = await exportsIn(path)
    const is = named[kind as keyof typeof named]
    if (is && !all.some((value) => is(value))) wrong.push(`${path} has no ${kind}`)
    const isRead = kind === 'sink' || kind === 'gateway' || path.endsWith('/api.ts')
    if (!isRead && all.some((value) => isSink(value) || isGatewayStartup(value))) wrong.push(`${path} is of gateways`)
  }
  expect(wrong).toEqual([])
})
