import { quotaCalls } from '@belvedere/contract/rooms/account/quota.ts'
import { useState, type FormEvent } from 'react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Drawer } from '../../../ui/dialogs/drawer.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { type QuotaKind, limitOf, MB, nameOf, type Team, unlimited, type Use } from './quota-words.ts'
import { UsedOf } from './used-of.tsx'

interface QuotaDrawerProps {
  kinds: readonly QuotaKind[]
  /** The limits that apply if a team has none. */
  usual: readonly Use[]
  /** Undefined: the default quotas of all teams. */
  team?: Team | undefined
  onClose: () => void
}

type QuotaInputMode = 'usual' | 'limit' | 'unlimited'
interface QuotaInput {
  mode: QuotaInputMode
  text: string
}

/** Quotas of one team, or the default quotas. */
export function QuotaDrawer({ kinds, usual, team, onClose }: QuotaDrawerProps) {
  const now = team ? team.quotas : usual
  const usedNow = (kind: QuotaKind) => now.find(({ key }) => key === kind.key)
  const [inputs, setWishes] = useState(() =>
    Object.fromEntries(kinds.map((kind) => [kind.key, quotaInputOf(kind, usedNow(kind), !team)])),
  )
  const [checked, setChecked] = useState(false)
  const save = useMutateCall(quotaCalls.set, { done: { zh: '配额已保存', en: 'The quotas are saved' } })
  const wrong = (kind: QuotaKind) =>
    inputs[kind.key]?.mode === 'limit' && amountIn(kind, inputs[kind.key]?.text ?? '') === undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (kinds.some(wrong)) return
    const values = kinds.map((kind) => valueOf(kind, inputs[kind.key]))
    if (await save.run({ ...(team && { team_id: team.id }), values })) onClose()
  }
  return (
    <Drawer
      open
      onClose={onClose}
      width={520}
      title={
        team
          ? say({ zh: '“{name}”的配额', en: 'Quotas of “{name}”' }, { name: team.name })
          : { zh: '默认配额', en: 'Default quotas' }
      }
    >
      <p className="mb-4 text-soft">{say(team ? ofTeam : ofAll)}</p>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {kinds.map((kind) => {
          const input = inputs[kind.key] ?? { mode: 'usual', text: '' }
          const set = (to: Partial<QuotaInput>) => setWishes((all) => ({ ...all, [kind.key]: { ...input, ...to } }))
          const use = usedNow(kind)
          return (
            <div key={kind.key} className="flex flex-wrap items-start gap-2">
              <Select
                label={nameOf(kind)}
                className="min-w-48 flex-1"
                options={modesOf(kind, team ? usual : undefined, team?.home === 1)}
                value={input.mode}
                onChange={(mode) => set({ mode })}
              />
              {input.mode === 'limit' && (
                <TextField
                  label={{ zh: '上限', en: 'Limit' }}
                  className="w-40"
                  inputMode="numeric"
                  maxLength={12}
                  value={input.text}
                  onChange={(text) => set({ text })}
                  error={checked && wrong(kind) ? say({ zh: '请输入整数', en: 'Enter a whole number' }) : undefined}
                />
              )}
              {team && use && (
                <p className="w-full text-xs text-soft">
                  {say({ zh: '当前', en: 'Now' })} <UsedOf kind={kind} use={use} />
                </p>
              )}
            </div>
          )
        })}
        <Button type="submit" kind="primary" pending={save.pending} className="self-start">
          {say({ zh: '保存', en: 'Save' })}
        </Button>
      </form>
    </Drawer>
  )
}

const ofTeam = {
  zh: '单独设置的配额优先于默认配额。达到上限后，新增操作会被拒绝，已有的不受影响。',
  en: 'Overrides the defaults. A team at its limit cannot add more; existing objects are kept.',
}
const ofAll = {
  zh: '适用于没有单独设置的团队；平台管理员所在团队不受默认配额限制。',
  en: 'For teams for which nothing is set. The team of the administrators has no default limits.',
}

function modesOf(kind: QuotaKind, usual: readonly Use[] | undefined, home: boolean) {
  const most = home ? null : usual?.find(({ key }) => key === kind.key)?.most
  const byDefault =
    most === undefined ? say({ zh: '内置默认值', en: 'Built-in default' }) : say(asUsual, { most: limitOf(most, kind) })
  return [
    { id: 'usual' as const, label: byDefault },
    { id: 'limit' as const, zh: '设定上限', en: 'A limit' },
    { id: 'unlimited' as const, ...unlimited },
  ]
}

const asUsual = { zh: '默认（{most}）', en: 'Default ({most})' }

function quotaInputOf({ unit }: QuotaKind, use: Use | undefined, isUsual: boolean): QuotaInput {
  if (!use) return { mode: 'usual', text: '' }
  const text = use.most === null ? '' : String(unit === 'bytes' ? Math.round(use.most / MB) : use.most)
  // for the defaults, the server returns the effective value, set or built in: it is shown as a number
  if (use.source !== 'own' && !isUsual) return { mode: 'usual', text }
  return use.most === null ? { mode: 'unlimited', text } : { mode: 'limit', text }
}

/** Undefined if it is not an integer. */
function amountIn({ unit }: QuotaKind, text: string): number | undefined {
  if (!/^\d{1,12}$/.test(text.trim())) return undefined
  return Number(text) * (unit === 'bytes' ? MB : 1)
}

function valueOf(kind: QuotaKind, input: QuotaInput | undefined) {
  const { key } = kind
  if (!input || input.mode === 'usual') return { key }
  return input.mode === 'unlimited' ? { key, unlimited: 1 as const } : { key, most: amountIn(kind, input.text) ?? 0 }
}
