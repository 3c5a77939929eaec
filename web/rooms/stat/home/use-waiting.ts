import { backupCalls } from '@belvedere/contract/rooms/backup/backup.ts'
import { claimCalls } from '@belvedere/contract/rooms/enrol/claim.ts'
import { claimState } from '@belvedere/contract/rooms/enrol/claim/enums.ts'
import { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import { firmwareCalls } from '@belvedere/contract/rooms/firmware/firmware.ts'
import { shareCalls } from '@belvedere/contract/rooms/scene/share.ts'
import { sceneCalls } from '@belvedere/contract/rooms/stat/scene.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { say } from '../../../kit/words/words.ts'
import { useNow } from '../../../ui/values/relative-time.tsx'
import { pace } from '../cards/pace.ts'

export interface ToDo {
  id: string
  words: string
  tone: 'danger' | 'warning' | 'primary'
  to: string
  search?: Readonly<Record<string, string | number>>
}

/** Maximum number of devices listed by their time offline. */
const mostOffline = 100
const day = 86_400
const waitingState = claimState.id.waiting

/** Tasks of this network that require an action, the most urgent first. */
export function useWaiting(): { waiting: readonly ToDo[]; pending: boolean; failed: string | undefined } {
  const may = useMay()
  const now = useNow()
  const how = (permission: string) => ({ keepPrevious: true, pace: pace.sum, enabled: may(permission) })
  const offline = useQueryCall(
    deviceCalls.all,
    { online: 0, orderby: 'since asc', limit: mostOffline },
    how('device.read'),
  )
  const scenes = useQueryCall(sceneCalls.count, {}, { keepPrevious: true, pace: pace.now })
  const shares = useQueryCall(shareCalls.check, {})
  const backup = useQueryCall(backupCalls.count, {}, how('config.read'))
  const firmware = useQueryCall(firmwareCalls.check, {}, how('firmware.read'))
  const unclaimed = useQueryCall(deviceCalls.unclaimed, { limit: 1, blocked: 0 }, how('device.adopt'))

  const requests = useQueryCall(claimCalls.requests, { limit: 1, state: waitingState }, how('device.adopt'))

  const long = offline.data?.list.filter(({ since }) => since !== null && since < now - day).length ?? 0
  const found: readonly (ToDo | false | undefined)[] = [
    scenes.data?.total === 0 && {
      id: 'first-scene',
      tone: 'primary',
      words: say({ zh: '添加第一个场景，再把设备加入其中', en: 'Add a first scene, then devices to it' }),
      to: '/scene/manage/list',
      search: { add: 1 },
    },
    scenes.data &&
      scenes.data.total > 0 &&
      scenes.data.empty === scenes.data.total &&
      may('device.write') &&
      !unclaimed.data?.total && {
        id: 'first-device',
        tone: 'primary',
        words: say({ zh: '接入第一台设备', en: 'Connect a first device' }),
        to: '/global/device',
        search: { add: 'stock' },
      },
    long > 0 && {
      id: 'offline',
      tone: 'danger',
      words: say(
        { zh: '{n} 台设备离线超过 24 小时', en: '{n} {n:device|devices} offline for more than 24 hours' },
        { n: long >= mostOffline ? `${mostOffline}+` : long },
      ),
      to: '/global/device',
      search: { online: 0, orderby: 'since asc' },
    },
    ...(shares.data?.list ?? []).map(
      ({ scene_id, scene_name, share_name }): ToDo => ({
        id: `share ${scene_id}`,
        tone: 'primary',
        words: say(
          {
            zh: '{share_name} 向你分享了场景“{scene_name}”',
            en: '{share_name} shares the scene “{scene_name}” with you',
          },
          { share_name, scene_name },
        ),
        to: '/scene/share/my-receive',
      }),
    ),
    unclaimed.data &&
      unclaimed.data.total > 0 && {
        id: 'unclaimed',
        tone: 'primary',
        words: say(
          { zh: '{n} 台新设备等待认领', en: '{n} new {n:device|devices} to be claimed' },
          { n: unclaimed.data.total },
        ),
        to: '/global/device',
        search: { add: 'unclaimed' },
      },
    requests.data &&
      requests.data.total > 0 && {
        id: 'claims',
        tone: 'primary',
        words: say(
          { zh: '{n} 个设备申请等待批准', en: '{n} device {n:request|requests} waiting for approval' },
          { n: requests.data.total },
        ),
        to: '/global/device',
        search: { add: 'requests' },
      },
    backup.data &&
      backup.data.none + backup.data.overdue + backup.data.incomplete > 0 && {
        id: 'backup',
        tone: 'warning',
        words: say(
          { zh: '{n} 台设备没有可用的新备份', en: '{n} {n:device|devices} without a complete, recent backup' },
          { n: backup.data.none + backup.data.overdue + backup.data.incomplete },
        ),
        to: '/global/backup',
      },
    firmware.data &&
      firmware.data.behind > 0 && {
        id: 'firmware',
        tone: 'warning',
        words: say(
          { zh: '{n} 台设备固件落后', en: '{n} {n:device|devices} with older firmware' },
          { n: firmware.data.behind },
        ),
        to: '/maintenance/firmware',
        search: { tab: 'behind' },
      },
  ]
  const queries = [scenes, offline, shares, backup, firmware, unclaimed, requests]
  return {
    waiting: found.filter((one) => !!one),
    pending: queries.some(({ isPending, fetchStatus }) => isPending && fetchStatus !== 'idle'),
    failed: queries.find(({ error }) => error)?.error?.message,
  }
}
