import { commandCalls } from '@belvedere/contract/rooms/device/command.ts'
import { deviceErrors as errors } from '@belvedere/contract/rooms/device/errors.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { checkArrived } from './backup/arrived.ts'
import { agentPackage } from './command/package.ts'
import type { Run } from './command/run-task.ts'
import { startCommand } from './command/start-command.ts'
import { issueTickets } from './command/tickets.ts'
import { openShell } from './shell/open-shell.ts'
import type { HeldDevice } from './store.ts'

/** Milliseconds for one device: a reboot is acknowledged at once, an upgrade answers after the download. */
const TIME = { reboot: 30_000, backup: 300_000, upgrade: 600_000 }

/** The family that runs our own agent; its package is the one this server ships. */
const AGENT = 'linux-agent'

export const calls = implement(commandCalls, {
  reboot(ctx, { ids, wait }) {
    return startCommand(ctx, ids, wait, {
      type: 'reboot',
      timeout: TIME.reboot,
      commandOf: () => ({ verb: 'reboot', args: {} }),
    })
  },

  backup(ctx, { ids, wait, note }) {
    return startCommand(ctx, ids, wait, {
      type: 'backup',
      timeout: TIME.backup,
      async prepare(devices, task_id) {
        const args = { source: 'manual', operator: ctx.session?.name ?? '', note: note ?? '' }
        const uris = await issueTickets(
          ctx.system,
          ctx.db,
          'upload',
          task_id,
          devices.map(({ id }) => ({ device_id: id, args })),
        )
        return ({ id }) => ({ verb: 'backup', args: { uri: uris.get(id) } })
      },
      settle: (task_id, device, end) => checkArrived(ctx.system, task_id, device, end),
    })
  },

  upgrade(ctx, { ids, wait, uri, sha256, signature }) {
    const given = {
      ...(uri ? { uri } : {}),
      ...(sha256 ? { sha256: sha256.toLowerCase() } : {}),
      ...(signature ? { signature } : {}),
    }
    return startCommand(ctx, ids, wait, {
      type: 'upgrade',
      timeout: TIME.upgrade,
      note: given,
      prepare: async (devices, task_id) =>
        uri ? () => ({ verb: 'upgrade', args: given }) : ownPackage(ctx, devices, task_id),
    })
  },

  remote: (ctx, asked) => openShell(ctx, asked),
})

/** Without an address only hosts with our agent can be upgraded. */
async function ownPackage(ctx: Ctx, devices: readonly HeldDevice[], task_id: number): Promise<Run['commandOf']> {
  const made = devices.every(({ family }) => family === AGENT) ? await agentPackage(ctx.system) : undefined
  if (!made) throw refuse(errors.noPackage, undefined, { fields: { uri: errors.noPackage[ctx.lang] } })
  const { file, sha256, signature } = made
  const uris = await issueTickets(
    ctx.system,
    ctx.db,
    'package',
    task_id,
    devices.map(({ id }) => ({ device_id: id, args: { file } })),
  )
  return ({ id }) => ({ verb: 'upgrade', args: { uri: uris.get(id), sha256, signature } })
}
