import { Worker } from 'node:worker_threads'
import type { BuiltReport } from '../build/build-report.ts'
import type { PrintJob } from './pdf-worker.ts'
import type { Printing } from './print-pdf.ts'

/** Milliseconds after which printing is aborted. */
const TIMEOUT = 120_000

/** The report as PDF, printed in a separate thread. */
export async function printInThread(report: BuiltReport, settings: Printing): Promise<Buffer> {
  const workerData: PrintJob = { report, how: settings }
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  const timer = setTimeout(() => void worker.terminate(), TIMEOUT)
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      worker.once('message', (pdf: Uint8Array) => resolve(Buffer.from(pdf)))
      worker.once('error', reject)
      worker.once('exit', (code) => reject(new Error(`the print ended with ${code}`)))
    })
  } finally {
    clearTimeout(timer)
  }
}
