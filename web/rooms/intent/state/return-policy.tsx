import { editCalls } from '@belvedere/contract/rooms/change/edit.ts'
import { returnPolicy } from '@belvedere/contract/rooms/intent/enums.ts'
import { policyCalls } from '@belvedere/contract/rooms/intent/policy.ts'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { useMay, useSession } from '../../../kit/session/session.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Select } from '../../../ui/fields/select.tsx'

interface LostConfigurationProps {
  device_id: number
  desired_uuid: number
  reported_uuid: number
}

/** The policy for a device that reconnects with another configuration than it was sent. */
export function LostConfiguration({ device_id, desired_uuid, reported_uuid }: LostConfigurationProps) {
  const may = useMay()
  const again = useMutateCall(editCalls.resend, {
    done: { zh: '已加入变更草稿，审核后下发', en: 'Added to the draft; review it before it is sent' },
  })
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-md bg-warning-soft px-3 py-2 text-warning">
      <p className="min-w-0 flex-1">
        {say(
          {
            zh: '设备上线时的配置号为 {reported}，不是下发的 {desired}：配置可能已丢失（升级、恢复出厂）或被改动。是否重新下发？',
            en: 'The device reconnected with configuration {reported} instead of {desired}: the configuration was lost (upgrade, factory reset) or changed manually. Send it again?',
          },
          { reported: reported_uuid, desired: desired_uuid },
        )}
      </p>
      {may('change.write') && (
        <Button size="s" kind="primary" pending={again.pending} onClick={() => void again.run({ ids: [device_id] })}>
          {say({ zh: '重新下发', en: 'Send again' })}
        </Button>
      )}
    </div>
  )
}

const asTeam = 'team'

/** The policy of a scene for devices that reconnect with another configuration, or of all scenes of the team. */
export function ReturnPolicy({ scene_id }: { scene_id: number }) {
  const may = useMay()
  const own = useSession(({ scene }) => scene.get(scene_id)?.mode === 0)
  const { data } = useQueryCall(policyCalls.get, { scene_id })
  const set = useMutateCall(policyCalls.set, { done: { zh: '已保存', en: 'Saved' } })
  if (!data) return null
  const locked = !own || !may('change.write') || set.pending
  const team = returnPolicy.label(data.team, lang)
  const options = [
    { id: asTeam, label: say({ zh: '跟随团队（{team}）', en: 'Team default ({team})' }, { team }) },
    ...returnPolicy.values.map(({ id }) => ({ id, label: returnPolicy.label(id, lang) })),
  ]
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Select
        label={{ zh: '本场景设备丢失配置时', en: 'When a device of this scene lost its configuration' }}
        options={options}
        value={data.scene ?? asTeam}
        disabled={locked}
        onChange={(id) => {
          const on_return = returnPolicy.find(id)?.id
          void set.run({ scene_id, ...(on_return ? { on_return } : {}) })
        }}
      />
      <Select
        label={{ zh: '团队默认', en: 'Team default' }}
        options={options.slice(1)}
        value={data.team}
        disabled={locked}
        onChange={(id) => {
          const on_return = returnPolicy.find(id)?.id
          if (on_return) void set.run({ scene_id: 0, on_return })
        }}
      />
    </div>
  )
}
