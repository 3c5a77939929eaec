import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

/** A thread that keeps running, and its actions by message. */
function thread(work: string): Worker {
  const at = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)
  return new Worker(
    new URL(
      `data:text/javascript,${encodeURIComponent(`
        import { parentPort } from 'node:worker_threads'
        const { surviveExceptions, logRejections } = await import(${at('last-resort.ts')})
        const { metrics } = await import(${at('metrics.ts')})
        const log = { error: (what, kind) => parentPort.postMessage(kind + ' ' + what.error.split('\\n')[0]) }
        surviveExceptions(log)
        logRejections(log)
        parentPort.on('message', async (word) => { ${work} })
        parentPort.postMessage('up')
      `)}`,
    ),
  )
}

const said = async (worker: Worker) => (await once(worker, 'message'))[0] as string

test('an uncaught error is logged and counted, and the thread continues', async () => {
  const worker = thread(`
    if (word === 'throw') setTimeout(() => { throw new RangeError('status 99') })
    if (word === 'reject') void Promise.reject(new Error('late'))
    if (word === 'count') parentPort.postMessage(await metrics.getSingleMetricAsString('belvedere_uncaught_total'))
  `)
  expect(await said(worker)).toBe('up')
  for (const [word, told] of [
    ['throw', 'uncaught RangeError: status 99'],
    ['reject', 'unhandled Error: late'],
    ['throw', 'uncaught RangeError: status 99'],
  ] as const) {
    worker.postMessage(word, [])
    expect(await said(worker)).toBe(told)
  }
  worker.postMessage('count', [])
  const counted = await said(worker)
  expect(counted).toContain('{kind="uncaught"} 2')
  expect(counted).toContain('{kind="unhandled"} 1')
  await worker.terminate()
})

test('an internal error of Node ends the thread', async () => {
  const worker = thread(
    `setTimeout(() => { throw Object.assign(new Error('broken'), { code: 'ERR_INTERNAL_ASSERTION' }) })`,
  )
  expect(await said(worker)).toBe('up')
  const ended = once(worker, 'exit')
  worker.postMessage('break', [])
  expect((await ended)[0]).toBe(70)
})
