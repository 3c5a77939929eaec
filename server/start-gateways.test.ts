import { expect, test, vi } from 'vitest'
import { localBus } from './base/bus/bus.ts'
import { readConfig } from './base/settings/config.ts'
import type { System } from './kernel/implement.ts'
import { openLog } from './base/process/log.ts'
import { loadGateways } from './start-gateways.ts'

const log = openLog('silent')
const system = { bus: localBus(() => {}), log } as unknown as System

const running = (code: string) =>
  loadGateways(
    readConfig(['--no-demo'], {}),
    log,
    new URL(
      `data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from 'node:worker_threads'; parentPort.once('message', () => {${code}})`)}`,
    ),
  ).start(system, { databaseUrl: '', connections: 2, node: '' })

test('a dead gateway thread is restarted, and its port is known', async () => {
  const mortal = await running(`parentPort.postMessage({ ports: [['one', process.hrtime()[1]]], lines: [] });
    workerData.bus.on('message', (all) => { if (all.some(({ subject }) => subject === 'die')) throw new Error('dead') });
    workerData.bus.postMessage([{ do: 'serve', subject: 'die' }])`)
  const before = mortal.ports.get('one')
  await expect.poll(() => system.bus.request('die', {}, 5000).catch(({ name }: Error) => name)).toBe('TimedOut')
  await vi.waitFor(() => expect(mortal.ports.get('one')).not.toBe(before), { interval: 50 })
  await mortal.stop()
})

test('the reason why gateways cannot start is reported completely', async () => {
  const failed = { message: 'listen', stack: '', code: 'EADDRINUSE', port: 15_002 }
  await expect(running(`parentPort.postMessage({ failed: ${JSON.stringify(failed)} })`)).rejects.toMatchObject(failed)
})
