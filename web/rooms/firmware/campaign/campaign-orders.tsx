import { campaignCalls } from '@belvedere/contract/rooms/firmware/campaign.ts'
import { CirclePause, CirclePlay, CircleStop, Undo2 } from 'lucide-react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import type { Campaign } from './campaign-status.tsx'

interface CampaignOrdersProps {
  campaign: Campaign
  onOpen: (id: number) => void
}

/** Actions available in the current state. */
export function CampaignOrders({ campaign: { id, state, ended_at, counts, guest }, onOpen }: CampaignOrdersProps) {
  const may = useMay()
  const confirm = useConfirm()
  const pause = useMutateCall(campaignCalls.pause, { done: { zh: '已暂停', en: 'Paused' } })
  const resume = useMutateCall(campaignCalls.resume, { done: { zh: '已继续', en: 'Going on' } })
  const stop = useMutateCall(campaignCalls.stop, { done: { zh: '已停止', en: 'Stopped' } })
  const rollback = useMutateCall(campaignCalls.rollback, { done: { zh: '回退计划已创建', en: 'Rollback started' } })
  if (!may('device.command')) return null
  const open = ended_at === null
  const reached = counts.done + counts.failed + counts.lost
  const askStop = async () => {
    const title = say({ zh: '停止升级计划？', en: 'Stop the campaign?' })
    const body = say(
      {
        zh: '{n} 台等待中的设备不再升级；正在升级的设备会继续完成。',
        en: '{n} waiting {n:device is|devices are} left unchanged; upgrades in progress are finished.',
      },
      { n: counts.waiting },
    )
    if (await confirm({ title, body, danger: true, ok: { zh: '停止', en: 'Stop' } })) await stop.run({ id })
  }
  const askBack = async () => {
    const title = say({ zh: '回退已升级的设备？', en: 'Take the devices back?' })
    const body = say(
      {
        zh: '将创建一个回退计划，把 {n} 台已涉及的设备分批恢复到升级前的版本（固件库中有该版本的设备）。',
        en: 'A separate campaign returns the {n} upgraded {n:device|devices} to the previous version, wave by wave, where the library has it.',
      },
      { n: reached },
    )
    if (!(await confirm({ title, body, danger: true, ok: { zh: '回退', en: 'Roll back' } }))) return
    const made = await rollback.run({ id })
    if (made) onOpen(made.campaign.id)
  }
  return (
    <>
      {reached > 0 && state !== 'running' && (
        <Button icon={Undo2} pending={rollback.pending} onClick={() => void askBack()} className="mr-auto">
          {say({ zh: '回退', en: 'Roll back' })}
        </Button>
      )}
      {open && state !== 'stopped' && (
        <Button kind="danger" icon={CircleStop} pending={stop.pending} onClick={() => void askStop()}>
          {say({ zh: '停止', en: 'Stop' })}
        </Button>
      )}
      {open && state === 'running' && (
        <Button icon={CirclePause} pending={pause.pending} onClick={() => void pause.run({ id })}>
          {say({ zh: '暂停', en: 'Pause' })}
        </Button>
      )}
      {open && state === 'paused' && guest === 0 && (
        <Button kind="primary" icon={CirclePlay} pending={resume.pending} onClick={() => void resume.run({ id })}>
          {say({ zh: '继续', en: 'Go on' })}
        </Button>
      )}
    </>
  )
}
