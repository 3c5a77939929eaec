import type pg from 'pg'
import type { Words } from '@belvedere/contract/kit/text.ts'
import type { Pki } from './pki.ts'
import { StartTrouble } from '../process/start-trouble.ts'
import type { Vault } from './vault.ts'

/** Keys that all processes of an installation share: file below the data directory, and description. */
const keys = {
  'pki/ca.key': { zh: '网关 CA', en: 'CA of the gateway' },
  'pki/device-ca.key': { zh: '设备 CA', en: 'CA of devices' },
  'pki/simulated-ca.key': { zh: '模拟设备 CA', en: 'CA of simulated devices' },
  'pki/signing.key': { zh: '签名密钥', en: 'signing key' },
  'vault-key': { zh: '保险库密钥', en: 'vault key' },
} as const satisfies Record<string, Words>

export type InstallationKey = keyof typeof keys

export interface OwnKeys {
  /** The data directory they are in. */
  readonly data: string
  readonly pki: Pick<Pki, 'fingerprints'>
  readonly vault: Pick<Vault, 'fingerprint'>
  /** Its keys replace those of the installation. */
  readonly adopt: boolean
}

/**
 * Checks that this process has the keys of the installation: the first process writes their fingerprints, and a process with other keys
 * does not start. With another CA it would refuse every device, and with another vault key it could not read secrets and would seal new
 * ones that the others cannot read.
 */
export async function requireOwnKeys(pool: pg.Pool, { data, pki, vault, adopt }: OwnKeys): Promise<void> {
  const own: Record<InstallationKey, string> = { ...pki.fingerprints, 'vault-key': vault.fingerprint }
  const names = Object.keys(keys) as InstallationKey[]
  await pool.query(
    `insert into installation_key (name, fingerprint) select * from unnest($1::text[], $2::text[]) on conflict (name) do
     ${adopt ? 'update set fingerprint = excluded.fingerprint, at = now() where installation_key.fingerprint <> excluded.fingerprint' : 'nothing'}`,
    [names, names.map((name) => own[name])],
  )
  const { rows } = await pool.query<{ name: InstallationKey; fingerprint: string }>(
    'select name, fingerprint from installation_key',
  )
  const foreign = names.filter((name) => rows.some((row) => row.name === name && row.fingerprint !== own[name]))
  if (foreign.length > 0) throw new StartTrouble(refusal(data, foreign))
}

function refusal(data: string, foreign: readonly InstallationKey[]): Words {
  const list = (lang: keyof Words, [before, after]: [string, string]) =>
    foreign.map((name) => `${name}${before}${keys[name][lang]}${after}`)
  return {
    zh: `数据目录 ${data} 中的密钥与数据库所属的安装不一致：${list('zh', ['（', '）']).join('、')}。请从该安装的任一节点复制 pki 目录与 vault-key，或改用其共享的数据目录；若确定改用这里的密钥（恢复或轮换），请以 --adopt-keys 启动一次`,
    en: `The keys in the data directory ${data} are not those of the installation this database belongs to: ${list('en', [' (', ')']).join(', ')}. Copy the folder pki and the file vault-key from a node of the installation, or use its shared data directory; if these keys are meant to replace them (restore or rotation), start once with --adopt-keys`,
  }
}
