import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { In } from '@belvedere/contract/kit/define-calls.ts'
import { deliveryErrors } from '@belvedere/contract/rooms/delivery/errors.ts'
import { alarmUserType, bindState } from '@belvedere/contract/rooms/notify/enums.ts'
import { userCalls } from '@belvedere/contract/rooms/notify/user.ts'
import { userErrors as errors } from '@belvedere/contract/rooms/notify/user-errors.ts'
import type { ChannelSettings, NotifyChannel } from '@belvedere/drivers/kit/define-notify-channel.ts'
import { consoleUrl } from '../../base/settings/config.ts'
import { captureSnapshots } from '../../engines/deleted-snapshot/snapshot-store.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { hashToken, newToken } from '../../kernel/session.ts'
import { openVault } from '../../base/keys/vault.ts'
import { issueCode, mails, spendCode, spendQuota, textMessages } from '../account/api.ts'
import { isTimeZone } from '../scene/api.ts'
import { contactChanged } from './contact/changed.events.ts'
import {
  carrierOf,
  channelName,
  openTarget,
  robotChannels,
  robotChannelOf,
  sealTarget,
  channelTo,
} from './send/channels.ts'
import { answerIn } from './send/answers.ts'
import { listMessages, retryMessages } from './send/message-store.ts'
import { SEND_LIMIT } from './send/send-rules.ts'
import {
  type ContactAddress,
  addBind,
  addContact,
  arePlaces,
  changeContact,
  countContacts,
  findBind,
  findLeaver,
  findContact,
  type StoredContact,
  lockContact,
  listContacts,
  markVerified,
  noteScanned,
  removeContact,
  setLeft,
  takeBind,
} from './contact/store.ts'
import { maskWebhook, MOST_CONTACTS } from './contact/contact-rules.ts'
import { type RecipientRule, type ContactType, ruleIn, ruleOf } from './contact/contact-rule.ts'
import { bodyOf, sampleNotice, unknownPlace } from './plan/message-text.ts'
import { activeChannel, againFaults, maskTarget, mergeSettings, requireTarget, settingFaults } from '../delivery/api.ts'

const { robot, wechat } = alarmUserType.id
/** Seconds for which a QR code for WeChat is valid. */
const BIND_LIFE = 300

export const calls = implement(userCalls, {
  async list(ctx, input) {
    const { total, list } = await listContacts(ctx, input)
    const names = new Map((await robotChannels()).map(({ id, words }) => [id, words[ctx.lang]]))
    return {
      total,
      list: list.map((row) => ({
        ...row,
        provider_name: names.get(row.provider) ?? row.provider,
        last_answer: answerIn(row.last_answer, ctx.lang),
      })),
    }
  },
  async add(ctx, { type, name: given, address, key, provider = '', settings, ...input }) {
    const [rule, name] = [ruleOf(input), given.trim()]
    await requireRule(ctx, rule)
    if ((await countContacts(ctx)) >= MOST_CONTACTS) throw refuse(errors.tooMany, { most: MOST_CONTACTS })
    const to = await addressOf(ctx, type, { address, key, provider, settings })
    const token = newToken()
    const leave_token = (await openVault(ctx.system.config.data)).seal(token, 'alarm-leave')
    const row = {
      ...to,
      type,
      name,
      provider: type === robot ? provider : '',
      leave_hash: hashToken(token),
      leave_token,
      rule,
    }
    const id = await addContact(ctx, { ...row, team_id: ctx.access.team_id, by: nameOf(ctx), now: ctx.now() })
    if (id === undefined) throw refuseTaken(ctx, name)
    ctx.audit({ object: `alarm-user:${id}`, name, after: { name, ...rule } })
    announce(ctx)
    return { id, rev: 1 }
  },
  async change(ctx, { id, rev, name: given, address, key, settings, ...input }) {
    const before = await requireUser(ctx, id)
    if (before.rev !== rev) throw refuse(commonErrors.changedMeanwhile, { by: before.changed_by })
    const [rule, name] = [ruleOf(input, ruleIn(before)), given?.trim() ?? before.name]
    await requireRule(ctx, rule)
    const wanted = address !== undefined || key !== undefined || settings !== undefined
    const fresh = wanted
      ? await addressOf(ctx, before.type, { address, key, provider: before.provider, settings }, before)
      : undefined
    const to = fresh && fresh.place !== before.place ? fresh : undefined
    if (!(await changeContact(ctx, id, { name, rule, address: to, by: nameOf(ctx), now: ctx.now() })))
      throw refuseTaken(ctx, name)
    const masks = to ? [{ address: before.masked }, { address: to.masked }] : []
    ctx.audit({
      object: `alarm-user:${id}`,
      name,
      before: { name: before.name, ...ruleIn(before), ...masks[0] },
      after: { name, ...rule, ...masks[1] },
    })
    announce(ctx)
    return { rev: rev + 1 }
  },
  async remove(ctx, { id }) {
    const before = await requireUser(ctx, id)
    const snapshot = (await captureSnapshots(ctx.db, 'notification_contact', [id], ['alarm_message'])).get(id)
    await removeContact(ctx, id)
    ctx.audit({
      object: `alarm-user:${id}`,
      name: before.name,
      before: { name: before.name, type: before.type, ...ruleIn(before) },
      snapshot,
    })
    announce(ctx)
    return {}
  },
  async qrcode(ctx) {
    const binding = (await activeChannel(ctx.system, 'wechat'))?.binding
    if (!binding) throw refuseNoChannel(ctx, wechat)
    const [key, expire_at] = [newToken(), ctx.now() + BIND_LIFE]
    await addBind(ctx, hashToken(key), ctx.access.team_id, expire_at)
    return { key, url: binding.url(`${consoleUrl(ctx.system.config)}/alarm/bind`, key), expire_at }
  },
  async scan(ctx, { key }) {
    const bind = await findBind(ctx, hashToken(key), ctx.now())
    if (!bind) return { state: bindState.id.expired }
    return { state: bind.address === null ? bindState.id.wait : bindState.id.bound }
  },
  async bind(ctx, { key, code }) {
    const binding = (await activeChannel(ctx.system, 'wechat'))?.binding
    if (!binding) throw refuseNoChannel(ctx, wechat)
    const whose = await binding.whose(code, AbortSignal.timeout(SEND_LIMIT * 1000))
    if ('why' in whose) throw refuse(errors.notBound, { why: whose.why.slice(0, 200) })
    const { target } = await sealTarget(ctx.system, whose.address)
    const noted = await noteScanned(ctx.system, hashToken(key), target, ctx.now())
    if (!noted) throw refuse(errors.bindOver)
    return noted
  },
  async provider(ctx, { id }) {
    const user = id === undefined ? undefined : await findContact(ctx, id)
    if (id !== undefined && !user) throw refuse(commonErrors.notFound)
    const kept = user?.type === robot ? await settingsOf(ctx, user) : {}
    const channels = await robotChannels()
    const isReady = async (carrier: 'sms' | 'email' | 'wechat') =>
      flag((await activeChannel(ctx.system, carrier)) !== undefined)
    const [sms, email, byWechat] = await Promise.all([isReady('sms'), isReady('email'), isReady('wechat')])
    return {
      list: channels.map((one) => shown(one, one.id === user?.provider ? kept : {})),
      ready: { sms, email, wechat: byWechat },
      inside: flag(ctx.system.config['webhook-inside'] === 'allow'),
    }
  },
  async preview(ctx, { lang, template }) {
    requireTemplate(ctx, template)
    return bodyOf([sampleNotice(lang, ctx.now())], wording(ctx, { lang, template }))
  },
  async test(ctx, { id, provider, settings, template, lang }) {
    const user = id === undefined ? undefined : await findContact(ctx, id)
    if (id !== undefined && !user) throw refuse(commonErrors.notFound)
    const how = { lang: lang ?? user?.lang ?? ctx.lang, template: template ?? user?.template ?? '' }
    requireTemplate(ctx, how.template)
    const way = await testWay(ctx, user, provider ?? user?.provider ?? '', settings)
    const { subject, ...body } = bodyOf([sampleNotice(how.lang, ctx.now())], wording(ctx, how))
    const { ok, answer } = await way.send({ ...body, subject }, AbortSignal.timeout(SEND_LIMIT * 1000))
    return { ok: flag(ok), answer: answer.slice(0, 2000) }
  },
  async code(ctx, { id }) {
    const user = await requireUser(ctx, id)
    const quota = user.type === 0 ? textMessages : user.type === 1 ? mails : undefined
    if (quota) await spendQuota(ctx, quota, ctx.access.team_id)
    return issueCode(ctx, await codeUse(ctx, user))
  },
  async verify(ctx, { id, code }) {
    const user = await requireUser(ctx, id)
    await spendCode(ctx, await codeUse(ctx, user), code)
    await markVerified(ctx, id, ctx.now(), nameOf(ctx))
    ctx.audit({ object: `alarm-user:${id}`, name: user.name, before: { verified: 0 }, after: { verified: 1 } })
    announce(ctx)
    return { rev: user.rev + 1 }
  },
  async delivery(ctx, input) {
    const { total, list } = await listMessages(ctx, input)
    return {
      total,
      list: await Promise.all(
        list.map(async (row) => ({
          ...row,
          answer: answerIn(row.answer, ctx.lang),
          channel_name: await channelName(row.channel, ctx.lang),
        })),
      ),
    }
  },
  async retry(ctx, { ids }) {
    const again = await retryMessages(ctx, ids, ctx.now())
    if (again.length)
      ctx.audit({
        object: 'alarm-message',
        name: again
          .map(({ user_name }) => user_name)
          .slice(0, 3)
          .join(', '),
        after: { messages: again.length },
      })
    announce(ctx)
    return { total_cnt: ids.length, err_cnt: ids.length - again.length }
  },
  async left(ctx, { t }) {
    const { masked, team, left_at } = await requireLeaver(ctx, t)
    return { masked, team, left: flag(left_at !== null) }
  },
  async leave(ctx, { t, back }) {
    await requireLeaver(ctx, t)
    await setLeft(ctx, hashToken(t), back ? null : ctx.now())
    announce(ctx)
    return { left: flag(!back) }
  },
})

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0)
const nameOf = ({ session }: Ctx) => session?.name ?? ''
const announce = (ctx: Ctx) => ctx.emit(contactChanged, { team_id: ctx.access.team_id })

async function requireUser(ctx: Ctx, id: number): Promise<StoredContact> {
  const user = await lockContact(ctx, id)
  if (!user) throw refuse(commonErrors.notFound)
  return user
}

async function requireLeaver(ctx: Ctx, token: string) {
  const leaver = await findLeaver(ctx, hashToken(token))
  if (!leaver) throw refuse(errors.linkOver)
  return leaver
}

export function refuseTaken({ lang }: Pick<Ctx, 'lang'>, name: string) {
  const text = errors.nameTaken[lang].replace('{name}', name)
  return refuse(errors.nameTaken, { name }, { fields: { name: text } })
}

const refuseNoChannel = ({ lang }: Ctx, type: ContactType) =>
  refuse(errors.noChannel, { channel: alarmUserType.label(type, lang) })

async function requireRule(ctx: Ctx, { scene_ids, group_ids, time_zone, template }: RecipientRule): Promise<void> {
  if (!isTimeZone(time_zone))
    throw refuse(errors.unknownTimeZone, undefined, { fields: { time_zone: errors.unknownTimeZone[ctx.lang] } })
  requireTemplate(ctx, template)
  if (!(await arePlaces(ctx, scene_ids, group_ids))) throw refuse(errors.noSuchPlace)
}

function requireTemplate({ lang }: Ctx, template: string): void {
  const place = unknownPlace(template)
  if (place === undefined) return
  const text = errors.badTemplate[lang].replace('{place}', `{${place}}`)
  throw refuse(errors.badTemplate, { place: `{${place}}` }, { fields: { template: text } })
}

type ContactInput = Pick<In<typeof userCalls.add>, 'address' | 'key' | 'provider' | 'settings'>

/** The sealed address; refuses a malformed one. Robots and users of WeChat need no confirmation. */
async function addressOf(
  ctx: Ctx,
  type: ContactType,
  given: ContactInput,
  before?: StoredContact,
): Promise<ContactAddress> {
  const { system } = ctx
  if (type === robot) {
    const { settings } = await robotOf(ctx, given.provider ?? '', given.settings, before)
    return {
      ...(await sealTarget(system, JSON.stringify(settings))),
      masked: maskWebhook(settings['webhook'] ?? ''),
      verified_at: ctx.now(),
    }
  }
  if (type === wechat) {
    const taken = given.key === undefined ? undefined : await takeBind(ctx, hashToken(given.key), ctx.now())
    if (!taken) throw refuse(errors.bindOver)
    const openid = await openTarget(system, taken.address)
    return { ...(await sealTarget(system, openid)), masked: `…${openid.slice(-6)}`, verified_at: ctx.now() }
  }
  const carrier = carrierOf(type) as 'sms' | 'email'
  const target = addressField(ctx, carrier, given.address)
  return { ...(await sealTarget(system, target)), masked: maskTarget(carrier, target), verified_at: null }
}

/** The address of a contact is in the field `address` for every carrier. */
function addressField(ctx: Ctx, carrier: 'sms' | 'email', text: string | undefined): string {
  try {
    return requireTarget(ctx, carrier, text)
  } catch {
    const error = carrier === 'sms' ? deliveryErrors.badPhone : deliveryErrors.badEmail
    throw refuse(error, undefined, { fields: { address: error[ctx.lang] } })
  }
}

async function robotOf(
  ctx: Ctx,
  provider: string,
  given: ChannelSettings = {},
  before?: StoredContact,
): Promise<{ channel: NotifyChannel; settings: ChannelSettings }> {
  const channel = (await robotChannels()).find(({ id }) => id === provider)
  if (!channel)
    throw refuse(deliveryErrors.badChannelSettings, undefined, {
      fields: { provider: deliveryErrors.badChannelSettings[ctx.lang] },
    })
  const kept = before?.provider === provider ? await settingsOf(ctx, before) : {}
  const settings = mergeSettings(channel.fields, kept, given)
  const faults = {
    ...settingFaults(channel.fields, settings, true, ctx.lang),
    ...againFaults(channel.fields, kept, given, ctx.lang),
  }
  if (Object.keys(faults).length) throw refuse(deliveryErrors.badChannelSettings, undefined, { fields: faults })
  return { channel, settings }
}

async function settingsOf({ system }: Ctx, { target }: StoredContact): Promise<ChannelSettings> {
  return JSON.parse(await openTarget(system, target)) as ChannelSettings
}

function shown({ id, words, fields, limit }: NotifyChannel, settings: ChannelSettings) {
  return {
    provider: id,
    words,
    limit: limit ?? null,
    fields: fields.map(({ key, words, hint, kind, options, required, default: usual = '' }) => ({
      key,
      words,
      kind,
      required: flag(required === true),
      set: flag(Boolean(settings[key])),
      value: kind === 'secret' ? '' : (settings[key] ?? usual),
      ...(hint && { hint }),
      ...(options && { options: [...options] }),
    })),
  }
}

const wording = ({ system }: Ctx, how: { lang: 'zh' | 'en'; template: string }) => ({
  ...how,
  time_zone: 'Asia/Shanghai',
  console: consoleUrl(system.config),
})

async function testWay(
  ctx: Ctx,
  user: StoredContact | undefined,
  provider: string,
  settings: ChannelSettings | undefined,
) {
  if (!user || user.type === robot) {
    const { channel, settings: whole } = await robotOf(ctx, provider, settings, user)
    return robotChannelOf(ctx.system, channel, whole)
  }
  if (user.verified_at === null) throw refuse(errors.notVerified)
  const way = await channelTo(ctx.system, user)
  if (!way) throw refuseNoChannel(ctx, user.type)
  return way
}

/** Codes are per contact: confirming an address elsewhere does not confirm it here. */
async function codeUse(ctx: Ctx, user: StoredContact) {
  const channel = carrierOf(user.type)
  if (channel !== 'sms' && channel !== 'email') throw refuse(commonErrors.notFound)
  if (!(await activeChannel(ctx.system, channel))) throw refuseNoChannel(ctx, user.type)
  return { channel, target: await openTarget(ctx.system, user.target), purpose: 'alarm' as const }
}
