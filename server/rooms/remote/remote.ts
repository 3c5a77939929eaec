import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { remoteErrors as errors } from '@belvedere/contract/rooms/remote/errors.ts'
import { remoteCalls } from '@belvedere/contract/rooms/remote/remote.ts'
import { implement } from '../../kernel/implement.ts'
import { defineUndo } from '../../engines/undo/define-undo.ts'
import { refuse } from '../../kernel/refuse.ts'
import { closeTunnelSubject } from '../../devices/tunnel-link.ts'
import { openCustom } from './session/open-custom.ts'
import { readRecording } from './session/save-recording.job.ts'
import { findOpen, findRecording, listRemote } from './session/store.ts'

/** Remote sessions on a device cannot be undone here. */
const seen = { zh: '远程会话中的操作无法从这里撤销', en: 'Operations of a remote session cannot be undone here' }

export const undo = defineUndo(remoteCalls, { custom: seen })

export const calls = implement(remoteCalls, {
  custom: openCustom,

  async close(ctx, { id }) {
    const open = await findOpen(ctx, id)
    if (!open) throw refuse(commonErrors.notFound)
    // the holder receives this: a gateway for a web page, a process with the browser for a terminal
    ctx.system.bus.publish(closeTunnelSubject, { session: open.session, why: 'closed' })
    return {}
  },

  list: listRemote,

  async replay(ctx, { id }) {
    const found = await findRecording(ctx, id)
    if (!found) throw refuse(commonErrors.notFound)
    if (!found.file) throw refuse(errors.noRecording)
    return readRecording(ctx.system, found.session, found.file)
  },
})
