import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { System } from '../../../kernel/implement.ts'
import { defineJob } from '../../../base/jobs/job.ts'
import { openVault } from '../../../base/keys/vault.ts'
import type { Cast, Recorder } from './recorder.ts'
import { endRemote, purgeRemote, saveSoFar } from './store.ts'

const squeeze = promisify(gzip)
const unsqueeze = promisify(gunzip)
/** Seconds after which the current recording is stored, and days for which a recording is kept. */
const EVERY = 30
const KEPT_DAYS = 180
/** Maximum bytes of an unpacked recording. */
const MOST = 16 << 20

const purpose = (session: string) => `remote ${session}`

/** Stores the output of a terminal periodically, and finally when `end` is called; sealed by the vault. */
export function saveRecording(system: System, session: string, recorder: Recorder): { end(): Promise<void> } {
  const timer = setInterval(() => void soFar(system, session, recorder), EVERY * 1000).unref()
  return {
    async end() {
      clearInterval(timer)
      const file = await save(system, session, recorder)
      const before = await saveSoFar(system.db, session, file, recorder.bytes, recorder.truncated)
      await endRemote(system.db, session, { at: system.now(), bytes: recorder.bytes, truncated: recorder.truncated })
      if (before) await system.files.remove(before)
    },
  }
}

async function soFar(system: System, session: string, recorder: Recorder): Promise<void> {
  if (!recorder.changed) return
  try {
    const file = await save(system, session, recorder)
    const before = await saveSoFar(system.db, session, file, recorder.bytes, recorder.truncated)
    if (before) await system.files.remove(before)
  } catch (error) {
    system.log.warn({ session, error: String(error) }, 'recording')
  }
}

async function save(system: System, session: string, recorder: Recorder): Promise<string> {
  const vault = await openVault(system.config.data)
  const packed = await squeeze(JSON.stringify(recorder.cast()))
  return system.files.put(vault.sealBytes(packed, purpose(session)))
}

/** The stored recording; throws when the file was modified. */
export async function readRecording(system: System, session: string, file: string): Promise<Cast> {
  const vault = await openVault(system.config.data)
  const packed = vault.openBytes(await system.files.read(file), purpose(session))
  return JSON.parse((await unsqueeze(packed, { maxOutputLength: MOST })).toString('utf8')) as Cast
}

export const purge = defineJob<unknown, System>({
  name: 'device.forget-remote',
  every: '25 3 * * *',
  async run(_, system) {
    for (const file of await purgeRemote(system.db, system.now() - KEPT_DAYS * 86_400)) await system.files.remove(file)
  },
})
