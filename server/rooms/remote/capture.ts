import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { captureCalls } from '@belvedere/contract/rooms/remote/capture.ts'
import { remoteErrors as errors } from '@belvedere/contract/rooms/remote/errors.ts'
import { implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { capturePurpose } from '../../devices/transfer/link.ts'
import { defineUndo } from '../../engines/undo/define-undo.ts'
import { openVault } from '../../base/keys/vault.ts'
import { deleteCapture, findCapture, listCaptures } from './capture/store.ts'
import { startCapture } from './capture/start-capture.ts'

export const calls = implement(captureCalls, {
  start: startCapture,
  list: listCaptures,

  async download(ctx, { id }) {
    const found = await findCapture(ctx, id)
    if (!found?.file) throw refuse(errors.noCapture)
    const vault = await openVault(ctx.system.config.data)
    const body = vault.openBytes(await ctx.system.files.read(found.file), capturePurpose(id))
    const { device_name, scene_id, started_at } = found
    const moment = new Date(started_at * 1000).toISOString().slice(0, 19).replace(/[-:T]/g, '')
    ctx.audit({ object: `capture:${id}`, name: device_name, scene_id, after: { downloaded: 1 } })
    const name = device_name.replace(/[^\p{L}\p{N}._-]+/gu, '_')
    return { filename: `${name}-${moment}.pcap`, mime: 'application/vnd.tcpdump.pcap', body }
  },

  async remove(ctx, { id }) {
    const gone = await deleteCapture(ctx, id)
    if (!gone) throw refuse(commonErrors.notFound)
    const { device_name, scene_id, started_at, file } = gone
    ctx.audit({ object: `capture:${id}`, name: device_name, scene_id, before: { started_at } })
    ctx.afterwards(async () => {
      if (file) await ctx.system.files.remove(file)
      ctx.system.tell({ topic: 'capture', scene_id })
    })
    return {}
  },
})

const looked = {
  zh: '抓包不改变设备；不需要时可删除文件',
  en: 'A capture does not change the device; delete its file when it is no longer needed',
}
const gone = { zh: '抓包文件已彻底删除', en: 'The file is permanently deleted' }

export const undo = defineUndo(captureCalls, { start: looked, remove: gone })
