import { Access } from './access.ts'
import type { Bus } from '../base/bus/bus.ts'
import { openChannels } from './live/channels.ts'
import type { Config } from '../base/settings/config.ts'
import type { Database } from './db.ts'
import { type EventKind, eventSubject, type LiveNews, type Listener } from './event.ts'
import type { Files } from '../base/files/files.ts'
import type { System } from './implement.ts'
import type { JobWatch } from '../base/jobs/job-watch.ts'
import { liveSubject } from './live/live.ts'
import type { Log } from '../base/process/log.ts'
import type { Pki } from '../base/keys/pki.ts'
import type { Queue } from '../base/jobs/queue.ts'

export interface SystemOptions {
  config: Config
  log: Log
  bus: Bus
  database: Database
  files: Files
  pki: Pki
  /** Of the whole process including its threads. */
  node: string
  /** Started after the system, because its jobs need it. */
  queue(): Queue
  /** As the queue, if jobs are monitored. */
  watch?(): JobWatch | undefined
}

/** The process as rooms see it. */
export function makeSystem(options: SystemOptions): System {
  const { bus } = options
  const tell = (news: LiveNews) => bus.publish(liveSubject, news)
  return {
    ...options,
    channels: openChannels(bus, options.log),
    db: options.database,
    access: Access.system,
    now: () => Math.floor(Date.now() / 1000),
    tell,
    emit<P>(event: EventKind<P>, payload: P) {
      bus.publish(eventSubject(event.name), payload)
      const news = event.live?.(payload)
      for (const one of news === undefined ? [] : [news].flat()) tell(one)
    },
    overdueJobs: () => options.watch?.()?.overdue() ?? [],
    enqueue: (job, payload) => options.queue().enqueue(job as never, payload),
  }
}

/** Connects the rooms' listeners; each event is handled by one worker, with all its listeners. Returns the function that stops them. */
export function startListeners(system: System, listeners: readonly Listener[]): () => void {
  let stopped = false
  const call = ({ event, hear }: Listener, payload: unknown) => {
    Promise.resolve()
      .then(() => hear(payload, system))
      .catch((error: unknown) => {
        // the database was closed meanwhile: the next process detects the change itself
        if (!stopped)
          system.log.error({ event: event.name, error: String((error as Error)?.stack ?? error) }, 'listener failed')
      })
  }
  // one subscription per event: one member of the group gets it
  const stops = [...Map.groupBy(listeners, ({ event }) => event.name)].map(([name, those]) =>
    system.bus.subscribe(
      eventSubject(name),
      (payload: unknown) => {
        for (const one of those) call(one, payload)
      },
      'workers',
    ),
  )
  return () => {
    stopped = true
    for (const stop of stops) stop()
  }
}
