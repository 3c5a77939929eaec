import { timingSafeEqual } from 'node:crypto'
import type { Lang } from '@belvedere/contract/kit/text.ts'
import { linkAction } from '@belvedere/contract/rooms/notify/enums.ts'
import type { Notice } from '@belvedere/drivers/kit/define-notify-channel.ts'
import { consoleUrl } from '../../../base/settings/config.ts'
import type { System } from '../../../kernel/implement.ts'
import { openVault } from '../../../base/keys/vault.ts'
import { partsOf, tokenOf } from './act-rules.ts'

const purpose = 'alarm-act'

/** The actions of a message as signed links; they are not stored. */
export async function actionsOf({ config }: System, uuid: string, lang: Lang): Promise<NonNullable<Notice['actions']>> {
  const token = tokenOf(uuid, (await openVault(config.data)).digest(uuid, purpose))
  return linkAction.values.map(({ id, ...words }) => ({
    words: words[lang],
    url: `${consoleUrl(config)}/alarm/act?t=${token}&a=${id}`,
  }))
}

/** The message of a link; undefined: the signature is not valid. */
export async function messageOf({ config }: System, token: string): Promise<string | undefined> {
  const { uuid, digest } = partsOf(token)
  const [given, own] = [Buffer.from(digest), Buffer.from((await openVault(config.data)).digest(uuid, purpose))]
  return given.length === own.length && timingSafeEqual(given, own) ? uuid : undefined
}
