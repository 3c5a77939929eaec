import { snmpAuth, snmpPriv, snmpVersion } from '@belvedere/contract/rooms/monitor/enums.ts'
import type { Words } from '../../../kit/words/words.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { MonitoredForm, StoredMonitored, MonitoredState } from './use-monitored-form.ts'

type SnmpChoice<T> = readonly { id: T; zh: string; en: string }[]

/** Community of v2c; user, authentication and encryption of v3. */
export function SnmpFields({ state, kept }: { state: MonitoredState; kept: StoredMonitored | undefined }) {
  const { form, set, fields } = state
  const secret = (name: 'community' | 'auth_password' | 'priv_password', label: Words) => (
    <SecretField state={state} name={name} label={label} isKept={kept?.monitor[name] === 1} />
  )
  return (
    <>
      <Select
        label={{ zh: '版本', en: 'Version' }}
        options={snmpVersion.values as SnmpChoice<MonitoredForm['version']>}
        value={form.version}
        onChange={(version) => set({ version })}
      />
      {form.version === 'v2c' ? (
        secret('community', { zh: '团体字（community）', en: 'Community' })
      ) : (
        <>
          <TextField
            required
            maxLength={64}
            label={{ zh: '用户名', en: 'User' }}
            value={form.user}
            onChange={(user) => set({ user })}
            error={fields['monitor.user']}
            autoComplete="off"
          />
          <Select
            label={{ zh: '认证', en: 'Authentication' }}
            options={snmpAuth.values as SnmpChoice<MonitoredForm['auth']>}
            value={form.auth}
            onChange={(auth) => set({ auth, ...(auth === 'none' ? { priv: 'none' } : {}) })}
            error={fields['monitor.auth']}
          />
          {form.auth !== 'none' && secret('auth_password', { zh: '认证密码', en: 'Authentication password' })}
          {form.auth !== 'none' && (
            <Select
              label={{ zh: '加密', en: 'Encryption' }}
              options={snmpPriv.values as SnmpChoice<MonitoredForm['priv']>}
              value={form.priv}
              onChange={(priv) => set({ priv })}
            />
          )}
          {form.priv !== 'none' && secret('priv_password', { zh: '加密密码', en: 'Encryption password' })}
        </>
      )}
    </>
  )
}

interface SecretFieldProps {
  state: MonitoredState
  name: 'community' | 'auth_password' | 'priv_password'
  label: Words
  isKept: boolean
}

/** A stored secret is never shown; it is kept if the field is left empty. */
function SecretField({ state: { form, set, fields }, name, label, isKept }: SecretFieldProps) {
  return (
    <TextField
      type="password"
      mono
      required={!isKept}
      maxLength={128}
      label={label}
      hint={isKept ? { zh: '已保存，留空则不变', en: 'Kept; leave empty for no change' } : undefined}
      value={form[name]}
      onChange={(text) => set({ [name]: text })}
      error={fields[`monitor.${name}`]}
      autoComplete="new-password"
    />
  )
}
