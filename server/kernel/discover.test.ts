import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { isAuditor } from './audit.ts'
import { roomFiles } from './discover.ts'
import { isEvent, isListener } from './event.ts'
import { isImplementation } from './implement.ts'
import { isSink } from '../devices/ingest/ingest.ts'
import { isJob } from '../base/jobs/job.ts'
import { isSessionSource } from './session.ts'
import { isStartup } from './startup.ts'
import { isUndo } from '../engines/undo/define-undo.ts'
import { isUpgrade } from './upgrade.ts'

const brings = [
  isAuditor,
  isEvent,
  isImplementation,
  isJob,
  isListener,
  isSessionSource,
  isSink,
  isStartup,
  isUndo,
  isUpgrade,
]

test('files that are not loaded at the start bring nothing along', async () => {
  const { takePart, others } = roomFiles()
  expect(takePart.length).toBeGreaterThan(100)
  const overlooked: string[] = []
  for (const path of others) {
    if (path.endsWith('-worker.ts')) continue
    const module = (await import(pathToFileURL(path).href)) as object
    // what another file made and this one hands on is found there
    const own = Object.values(module).filter((value) => brings.some((is) => is(value)))
    if (own.length > 0 && !path.endsWith('/api.ts')) overlooked.push(path)
  }
  expect(overlooked).toEqual([])
})
