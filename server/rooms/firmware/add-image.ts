import type { In } from '@belvedere/contract/kit/define-calls.ts'
import { firmwareErrors as errors } from '@belvedere/contract/rooms/firmware/errors.ts'
import type { firmwareCalls } from '@belvedere/contract/rooms/firmware/firmware.ts'
import type { Taken } from '../../base/files/files.ts'
import type { Ctx, Upload } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import type { Recognised } from './image/image-source.ts'
import { requireQuota } from '../account/api.ts'
import { recognise } from './image/recognise.ts'
import { readSignature, signerOf } from './image/signature.ts'
import { firmwareBytes } from './firmware.quota.ts'
import { foreignModels } from './rules.ts'
import { findByFile, insertFirmware, listKeys, type NewFirmware } from './store.ts'

type AddImageInput = In<typeof firmwareCalls.add>

/** Checks an uploaded image and adds it to the library; refuses with the reason. Returns its id. */
export async function addImage(ctx: Ctx, upload: Upload, input: AddImageInput): Promise<number> {
  const { taken } = upload
  if (!taken) throw refuse(errors.noFile)
  const filename = plainName(upload.filename)
  // before the first query: reading a large image takes seconds, and a transaction would wait for it
  const found = await recognise(taken, filename)
  requireModels(found, input.models)
  const known = await findByFile(ctx, taken.name)
  if (known) throw refuse(errors.duplicate, { version: known.version || known.filename })
  const signed_by = await signer(ctx, taken, input.signature)
  await requireQuota(ctx, firmwareBytes, ctx.access.team_id, taken.size)
  await taken.keep()
  const id = await insertFirmware(ctx, { ...imageOf(ctx, found, input), ...bytesOf(taken, input), filename, signed_by })
  if (!id) throw refuse(errors.duplicate, { version: filename })
  return id
}

/** Letters, digits and characters that are safe in an address: the name is part of the link for devices. */
function plainName(name: string): string {
  const last = name.split(/[/\\]/).pop() ?? ''
  return (
    last
      .replace(/[^A-Za-z0-9._+-]+/g, '-')
      .replace(/^[.-]+/, '')
      .slice(-128) || 'firmware.bin'
  )
}

function requireModels(found: Recognised, given: readonly string[] | undefined): void {
  if (!found.models || !given) return
  const foreign = foreignModels(found.models, given)
  if (foreign.length > 0)
    throw refuse(errors.wrongModel, {
      found: found.models.slice(0, 5).join(', '),
      given: foreign.slice(0, 5).join(', '),
    })
}

async function signer(ctx: Ctx, taken: Taken, text: string | undefined): Promise<string> {
  if (!text) return ''
  const signature = readSignature(text)
  if (!signature) throw refuse(errors.badSignature)
  const key = await signerOf(taken, signature, await listKeys(ctx))
  if (!key) throw refuse(errors.wrongSignature)
  return key.name
}

const bytesOf = ({ name: file, size: bytes }: Taken, { signature = '', device_signature = '' }: AddImageInput) => ({
  file,
  bytes,
  signature,
  device_signature: device_signature.replace(/\s/g, ''),
})

function imageOf(
  ctx: Ctx,
  found: Recognised,
  input: AddImageInput,
): Omit<NewFirmware, 'file' | 'bytes' | 'signature' | 'device_signature' | 'filename' | 'signed_by'> {
  return {
    team_id: ctx.access.team_id,
    vendor: input.vendor ?? found.vendor ?? '',
    models: input.models ?? found.models ?? [],
    version: input.version ?? found.version ?? '',
    min_version: input.min_version ?? found.min_version ?? '',
    channel: input.channel ?? 'stable',
    notes_zh: input.notes_zh ?? '',
    notes_en: input.notes_en ?? '',
    format: found.format,
    family: '',
    uploaded_by: ctx.session?.name ?? '',
    created_at: ctx.now(),
  }
}
