import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { channelCalls } from '@belvedere/contract/rooms/delivery/channel.ts'
import { deliveryErrors } from '@belvedere/contract/rooms/delivery/errors.ts'
import type { ChannelSettings, NotifyChannel } from '@belvedere/drivers/kit/define-notify-channel.ts'
import { discoverChannels } from '../../engines/notify-channels/discover-channels.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { type CodeCarrier, requireTarget } from './target.ts'
import { fromEnvironment, openSettings, sealSettings } from './channel/active-channel.ts'
import { againFaults, mergeSettings, settingFaults } from './channel/channel-rules.ts'
import { testBody } from './channel/test-message.ts'
import { SEND_LIMIT } from './send/delivery-rules.ts'
import { type StoredChannel, listChannels, saveChannel } from './store.ts'

/** Robots are set up by notification contacts, all other channels here, for the whole installation. */
type Sender = NotifyChannel & { carries: CodeCarrier | 'wechat' }
const isShared = (channel: NotifyChannel): channel is Sender => channel.carries !== 'robot'

export const calls = implement(channelCalls, {
  async list(ctx) {
    const kept = await listChannels(ctx)
    const channels = (await discoverChannels()).filter(isShared).sort((a, b) => a.carries.localeCompare(b.carries))
    return {
      list: await Promise.all(
        channels.map((one) =>
          shown(
            ctx,
            one,
            kept.find(({ id }) => id === one.id),
          ),
        ),
      ),
    }
  },
  async change(ctx, { channel: id, active, settings: given }) {
    const channel = await getChannel(id)
    const { kept, settings, again } = await mergedWith(ctx, channel, given)
    requireRight(ctx, channel, settings, active === 1, again)
    const change = { id, carrier: channel.carries, active, settings: await sealSettings(ctx.system, settings) }
    await saveChannel(ctx, { ...change, by: ctx.session?.account ?? '', now: ctx.now() })
    const note = { object: `channel:${id}`, name: channel.words[ctx.lang] }
    ctx.audit({
      ...note,
      before: { active: kept?.active ?? 0 },
      after: { active, ...withoutSecrets(channel, settings) },
    })
    return {}
  },
  async test(ctx, { channel: id, settings: given, target }) {
    const channel = await getChannel(id)
    const { settings, again } = await mergedWith(ctx, channel, given)
    requireRight(ctx, channel, settings, true, again)
    const notice = { ...testBody(ctx.lang), target: requireTargetField(ctx, channel, target) }
    const { ok, answer } = await channel.send(settings, notice, AbortSignal.timeout(SEND_LIMIT * 1000))
    return { ok: flag(ok), answer: answer.slice(0, 2000) }
  },
})

async function getChannel(id: string): Promise<Sender> {
  const channel = (await discoverChannels()).filter(isShared).find((one) => one.id === id)
  if (!channel) throw refuse(commonErrors.notFound)
  return channel
}

async function mergedWith(ctx: Ctx, channel: Sender, given: ChannelSettings) {
  const kept = (await listChannels(ctx)).find(({ id }) => id === channel.id)
  const before = kept ? await openSettings(ctx.system, kept.settings) : {}
  const again = againFaults(channel.fields, before, given, ctx.lang)
  return { kept, settings: mergeSettings(channel.fields, before, given), again }
}

function requireRight(
  ctx: Ctx,
  { fields }: Sender,
  settings: ChannelSettings,
  whole: boolean,
  again: Readonly<Record<string, string>>,
): void {
  const faults = { ...settingFaults(fields, settings, whole, ctx.lang), ...again }
  if (Object.keys(faults).length) throw refuse(deliveryErrors.badChannelSettings, undefined, { fields: faults })
}

/** The address of a test is in the field `target` for every channel. */
function requireTargetField(ctx: Ctx, { carries }: Sender, target: string): string {
  if (carries === 'wechat') return target.trim()
  try {
    return requireTarget(ctx, carries, target)
  } catch {
    const error = carries === 'sms' ? deliveryErrors.badPhone : deliveryErrors.badEmail
    throw refuse(error, undefined, { fields: { target: error[ctx.lang] } })
  }
}

const withoutSecrets = ({ fields }: Sender, settings: ChannelSettings) =>
  Object.fromEntries(fields.filter(({ kind }) => kind !== 'secret').map(({ key }) => [key, settings[key] ?? '']))

async function shown(ctx: Ctx, channel: Sender, kept: StoredChannel | undefined) {
  const env = channel.id === 'smtp' ? fromEnvironment(ctx.system) : undefined
  const settings = mergeSettings(channel.fields, kept ? await openSettings(ctx.system, kept.settings) : (env ?? {}), {})
  const fields = channel.fields.map(({ key, words, hint, kind, options, required }) => ({
    key,
    words,
    kind,
    required: flag(required === true),
    set: flag(settings[key] !== ''),
    value: kind === 'secret' ? '' : (settings[key] ?? ''),
    ...(hint && { hint }),
    ...(options && { options: [...options] }),
  }))
  const { id, words, carries: carrier } = channel
  const active = kept?.active ?? 0
  return {
    channel: id,
    words,
    carrier,
    fields,
    active,
    from_env: flag(env !== undefined),
    updated_at: kept?.updated_at ?? 0,
  }
}

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0)
