import { parentPort, workerData } from 'node:worker_threads'
import type { BuiltReport } from '../build/build-report.ts'
import { printPdf, type Printing } from './print-pdf.ts'

/** Runs in a separate thread: reading fonts of ten megabytes would block the main thread. */
export interface PrintJob {
  report: BuiltReport
  how: Omit<Printing, 'logo'> & { logo: Uint8Array | undefined }
}

if (parentPort) {
  const { report, how } = workerData as PrintJob
  const pdf = await printPdf(report, { ...how, logo: how.logo && Buffer.from(how.logo) })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  parentPort.postMessage(pdf)
}
