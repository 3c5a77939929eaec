import { say } from '@belvedere/contract/kit/text.ts'
import { alarmLevel } from '@belvedere/contract/rooms/alarm-type/enums.ts'
import { deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import { findingGroup, findingLevel } from '@belvedere/contract/rooms/patrol/enums.ts'
import type { Section } from '@belvedere/contract/rooms/report/report.ts'
import { flowText, rateText } from '@belvedere/pure/text/flow.ts'
import { discoverCalls } from '../../../kernel/discovery/discover.ts'
import { titleOf } from '@belvedere/contract/rooms/alarm-type/titles.ts'
import { isGateway, linesOf } from '../../patrol/api.ts'
import { availabilityOf, percentText } from './availability-rules.ts'
import { availabilitySection } from './availability-section.ts'
import type { ReportFacts } from './report-facts.ts'
import { listChanges, listReportLineOutages, sumAlarms, sumTraffic } from './facts-store.ts'
import { chartOf, momentText, newSection, spanText, tableOf } from './section-kit.ts'

type Maker = (facts: ReportFacts) => Section | Promise<Section>

const yes = { zh: '在线', en: 'Online' }
const no = { zh: '离线', en: 'Offline' }

const sumOf = <T>(list: readonly T[], value: (one: T) => number) => list.reduce((sum, one) => sum + value(one), 0)

/** Maximum number of listed operations; further ones are counted. */
const CHANGES = 200

/** Time-weighted mean of terminals in hours with data. */
const meanTerminals = (hours: ReportFacts['use']): number | null =>
  hours.length > 0 ? Math.round((10 * sumOf(hours, ({ online }) => online)) / (3600 * hours.length)) / 10 : null

/** The content of each section, by its id. */
export const sectionMakers: Readonly<Record<Section['id'], Maker>> = {
  async summary({ at, scene_id, request, lang, view, all, use, patrol }) {
    const section = newSection('summary', lang)
    const alarms = await sumAlarms(at, scene_id, request)
    const online = view.devices.filter((one) => one.online).length
    section.facts = [
      { label: { zh: '可用率', en: 'Availability' }, value: percentText(all.percent) },
      { label: { zh: '离线次数', en: 'Outages' }, value: String(all.outages) },
      { label: { zh: '离线总时长', en: 'Time offline' }, value: spanText(all.down, lang) },
      {
        label: { zh: '设备（在线 / 总数）', en: 'Devices (online / all)' },
        value: `${online} / ${view.devices.length}`,
      },
      {
        label: { zh: '流量', en: 'Traffic' },
        value: use.length > 0 ? flowText(sumOf(use, ({ rx, tx }) => rx + tx)) : '–',
      },
      { label: { zh: '平均在线终端', en: 'Terminals on average' }, value: String(meanTerminals(use) ?? '–') },
      { label: { zh: '告警', en: 'Alarms' }, value: String(sumOf(alarms, (one) => one.alarms)) },
      {
        label: { zh: '巡检得分', en: 'Patrol score' },
        value: patrol.score === null ? '–' : `${patrol.score} / 100`,
      },
    ].map(({ label, value }) => ({ label: label[lang], value }))
    return section
  },
  availability: availabilitySection,
  async wan({ at, scene_id, request, lang, view, maintenance }) {
    const section = newSection('wan', lang)
    const spells = Map.groupBy(
      await listReportLineOutages(at, scene_id, request, at.now()),
      ({ device_id, key }) => `${device_id} ${key}`,
    )
    const lines = view.devices
      .filter(isGateway)
      .flatMap((device) => linesOf(device.facts).map((line) => ({ device, line })))
    if (lines.length === 0)
      section.notes.push({ zh: '没有设备上报外网线路。', en: 'No device reports a WAN line.' }[lang])
    const rows = lines.map(({ device, line }) => {
      const downs = (spells.get(`${device.id} ${line.name}`) ?? []).map(({ from, to }) => ({ from, to, online: false }))
      const whole = { from: Math.max(request.from, device.claimed_at), to: request.to, online: true }
      return { device, line, rate: availabilityOf([whole, ...downs], request, maintenance(device.id), request) }
    })
    section.notes.push(
      {
        zh: '线路可用率以设备上报的线路断开为准，设备离线期间的线路状态未知，按正常计。',
        en: 'A line counts as down while its device reports it down. While the device itself is offline the state is unknown and counts as up.',
      }[lang],
    )
    section.tables = tableOf(
      lang,
      { zh: '各线路', en: 'By line' },
      [
        { label: { zh: '设备', en: 'Device' }, cell: ({ device }) => device.name },
        { label: { zh: '线路', en: 'Line' }, cell: ({ line }) => line.name },
        { label: { zh: '方式', en: 'How' }, cell: ({ line }) => line.type },
        { label: { zh: '当前地址', en: 'Address now' }, cell: ({ line }) => line.addresses[0] ?? '–' },
        {
          label: { zh: '当前状态', en: 'Now' },
          cell: ({ line }) => (line.up ? { zh: '正常', en: 'Up' } : { zh: '断开', en: 'Down' })[lang],
        },
        { label: { zh: '可用率', en: 'Availability' }, right: true, cell: ({ rate }) => percentText(rate.percent) },
        { label: { zh: '断线次数', en: 'Outages' }, right: true, cell: ({ rate }) => rate.outages },
        { label: { zh: '断线时长', en: 'Time down' }, right: true, cell: ({ rate }) => spanText(rate.down, lang) },
      ],
      rows,
    )
    return section
  },
  async traffic({ at, scene_id, request, lang, view, days, use }) {
    const section = newSection('traffic', lang)
    if (use.length === 0)
      section.notes.push({ zh: '此期间没有流量数据。', en: 'Nothing is known of this period.' }[lang])
    const [rx, tx] = [sumOf(use, (one) => one.rx), sumOf(use, (one) => one.tx)]
    section.facts = [
      { label: { zh: '下载', en: 'Download' }[lang], value: flowText(rx) },
      { label: { zh: '上传', en: 'Upload' }[lang], value: flowText(tx) },
      { label: { zh: '合计', en: 'Both' }[lang], value: flowText(rx + tx) },
      {
        label: { zh: '平均速率', en: 'Average rate' }[lang],
        value: rateText(((rx + tx) * 8) / Math.max(1, 3600 * use.length)),
      },
    ]
    section.charts = chartOf(
      lang,
      { zh: '每日流量', en: 'Traffic by day' },
      'GB',
      days.map(({ from, to, text }) => {
        const octets = sumOf(
          use.filter(({ ts }) => ts >= from && ts < to),
          (one) => one.rx + one.tx,
        )
        return { label: text, value: octets / 2 ** 30, text: flowText(octets) }
      }),
    )
    section.tables = tableOf(
      lang,
      { zh: '流量最多的设备', en: 'Devices with the most traffic' },
      [
        {
          label: { zh: '设备', en: 'Device' },
          cell: ({ device_id }) => view.byId.get(device_id)?.name ?? String(device_id),
        },
        { label: { zh: '下载', en: 'Download' }, right: true, cell: (one) => flowText(one.rx) },
        { label: { zh: '上传', en: 'Upload' }, right: true, cell: (one) => flowText(one.tx) },
        { label: { zh: '合计', en: 'Both' }, right: true, cell: (one) => flowText(one.rx + one.tx) },
      ],
      await sumTraffic(at, scene_id, request),
    )
    return section
  },
  terminals({ lang, days, use }) {
    const section = newSection('terminals', lang)
    section.facts = [
      { label: { zh: '平均在线', en: 'Online on average' }[lang], value: String(meanTerminals(use) ?? '–') },
      { label: { zh: '接入次数', en: 'Connections' }[lang], value: String(sumOf(use, ({ access }) => access)) },
      {
        label: { zh: '首次接入的终端', en: 'For the first time' }[lang],
        value: String(sumOf(use, ({ fresh }) => fresh)),
      },
    ]
    section.charts = chartOf(
      lang,
      { zh: '每日平均在线终端', en: 'Terminals by day, on average' },
      '',
      days.map(({ from, to, text }) => {
        const mean = meanTerminals(use.filter(({ ts }) => ts >= from && ts < to))
        return { label: text, value: mean, text: String(mean ?? '–') }
      }),
    )
    return section
  },
  async alarms({ at, scene_id, request, lang }) {
    const section = newSection('alarms', lang)
    const rows = await sumAlarms(at, scene_id, request)
    if (rows.length === 0) section.notes.push({ zh: '此期间没有告警。', en: 'No alarm was raised.' }[lang])
    section.tables = tableOf(
      lang,
      { zh: '按类型', en: 'By type' },
      [
        { label: { zh: '类型', en: 'Type' }, cell: ({ type }) => titleOf(type)[lang] },
        { label: { zh: '级别', en: 'Level' }, cell: ({ level }) => alarmLevel.label(level, lang) },
        { label: { zh: '告警数', en: 'Alarms' }, right: true, cell: ({ alarms }) => alarms },
        { label: { zh: '发生次数', en: 'Times' }, right: true, cell: ({ times }) => times },
        { label: { zh: '未恢复', en: 'Not over' }, right: true, cell: ({ open }) => open },
        {
          label: { zh: '平均恢复时间', en: 'Mean time to recover' },
          right: true,
          cell: ({ recovery }) => (recovery === null ? '–' : spanText(recovery, lang)),
        },
      ],
      rows,
    )
    return section
  },
  inventory({ lang, view }) {
    const section = newSection('inventory', lang)
    const kinds = [
      ...Map.groupBy(
        view.devices,
        ({ type, vendor, model, firmware }) => `${type}\n${vendor}\n${model}\n${firmware}`,
      ).values(),
    ]
    section.tables = tableOf(
      lang,
      { zh: '按型号与固件', en: 'By model and firmware' },
      [
        { label: { zh: '类型', en: 'Kind' }, cell: ([one]) => deviceType.label(one?.type, lang) },
        { label: { zh: '厂商', en: 'Vendor' }, cell: ([one]) => one?.vendor || '–' },
        { label: { zh: '型号', en: 'Model' }, cell: ([one]) => one?.model || '–' },
        { label: { zh: '固件', en: 'Firmware' }, cell: ([one]) => one?.firmware || '–' },
        { label: { zh: '数量', en: 'Number' }, right: true, cell: (list) => list.length },
        { label: yes, right: true, cell: (list) => list.filter(({ online }) => online).length },
      ],
      kinds.toSorted((a, b) => (a[0]?.type ?? 0) - (b[0]?.type ?? 0) || b.length - a.length),
    )
    return section
  },
  links({ lang, view }) {
    const section = newSection('links', lang)
    const rows = [...view.links].flatMap(([id, ports]) => {
      const device = view.byId.get(id)
      return [...ports].flatMap(([port, other]) => {
        const fact = device?.facts.interfaces?.find(({ name }) => name === port)
        return device ? [{ device, port, other, fact }] : []
      })
    })
    if (rows.length === 0) section.notes.push({ zh: '没有设备上报邻居。', en: 'No device reports neighbours.' }[lang])
    section.tables = tableOf(
      lang,
      { zh: '设备间链路', en: 'Between devices' },
      [
        { label: { zh: '设备', en: 'Device' }, cell: ({ device }) => device.name },
        { label: { zh: '端口', en: 'Port' }, cell: ({ port }) => port },
        { label: { zh: '对端', en: 'Other end' }, cell: ({ other }) => other.name },
        {
          label: { zh: '状态', en: 'State' },
          cell: ({ fact }) => (fact ? (fact.up ? { zh: '连接', en: 'Up' } : { zh: '断开', en: 'Down' })[lang] : '–'),
        },
        {
          label: { zh: '速率', en: 'Speed' },
          right: true,
          cell: ({ fact }) => (fact?.speed_mbps ? `${fact.speed_mbps} Mbit/s` : '–'),
        },
        {
          label: { zh: '双工', en: 'Duplex' },
          cell: ({ fact }) =>
            fact?.duplex
              ? (fact.duplex === 'full' ? { zh: '全双工', en: 'Full' } : { zh: '半双工', en: 'Half' })[lang]
              : '–',
        },
      ],
      rows,
    )
    return section
  },
  radios({ lang, view }) {
    const section = newSection('radios', lang)
    const rows = view.devices.flatMap((device) => (device.facts.radios ?? []).map((radio) => ({ device, radio })))
    if (rows.length === 0) section.notes.push({ zh: '没有设备上报射频。', en: 'No device reports radios.' }[lang])
    const said = (value: number | undefined, unit: string) =>
      value === undefined ? '–' : `${Math.round(value)} ${unit}`
    section.tables = tableOf(
      lang,
      { zh: '当前信道规划', en: 'Plan of channels now' },
      [
        { label: { zh: '设备', en: 'Device' }, cell: ({ device }) => device.name },
        { label: { zh: '频段', en: 'Band' }, cell: ({ radio }) => radio.band },
        { label: { zh: '信道', en: 'Channel' }, right: true, cell: ({ radio }) => radio.channel },
        { label: { zh: '频宽', en: 'Width' }, right: true, cell: ({ radio }) => `${radio.width_mhz} MHz` },
        { label: { zh: '功率', en: 'Power' }, right: true, cell: ({ radio }) => said(radio.tx_power_dbm, 'dBm') },
        { label: { zh: '占用', en: 'Busy' }, right: true, cell: ({ radio }) => said(radio.utilisation, '%') },
        { label: { zh: '底噪', en: 'Noise' }, right: true, cell: ({ radio }) => said(radio.noise_dbm, 'dBm') },
        { label: { zh: '状态', en: 'State' }, cell: ({ device }) => (device.online ? yes : no)[lang] },
      ],
      rows,
    )
    return section
  },
  risks({ lang, time_zone, patrol }) {
    const section = newSection('risks', lang)
    if (patrol.run_id === 0) {
      section.notes.push({ zh: '该场景尚未巡检。', en: 'The scene has not been patrolled.' }[lang])
      return section
    }
    section.notes.push(
      say({ zh: '来自 {at} 的巡检，得分 {score}。', en: 'From the patrol of {at}; its score is {score}.' }, lang, {
        at: momentText(patrol.at, time_zone),
        score: patrol.score ?? '–',
      }),
    )
    const rows = patrol.items.filter(({ device_cnt }) => device_cnt > 0)
    section.tables = tableOf(
      lang,
      { zh: '未处理的问题', en: 'Open findings' },
      [
        { label: { zh: '级别', en: 'Level' }, cell: ({ level }) => findingLevel.label(level, lang) },
        { label: { zh: '分类', en: 'Group' }, cell: ({ group }) => findingGroup.label(group, lang) },
        { label: { zh: '问题', en: 'Finding' }, cell: ({ title }) => title },
        { label: { zh: '涉及', en: 'On' }, right: true, cell: ({ device_cnt, of_cnt }) => `${device_cnt} / ${of_cnt}` },
        { label: { zh: '建议', en: 'Advice' }, cell: ({ advice }) => advice },
      ],
      rows,
    )
    return section
  },
  async changes({ at, scene_id, request, lang, time_zone }) {
    const section = newSection('changes', lang)
    const { total, list } = await listChanges(at, scene_id, request, CHANGES)
    if (total === 0) section.notes.push({ zh: '此期间没有变更。', en: 'Nothing was changed.' }[lang])
    const does = new Map((await discoverCalls()).map(({ spec }) => [spec.at as string, spec.does]))
    section.tables = tableOf(
      lang,
      { zh: '操作', en: 'Operations' },
      [
        { label: { zh: '时间', en: 'When' }, cell: (one) => momentText(one.at, time_zone) },
        { label: { zh: '操作人', en: 'Who' }, cell: ({ account }) => account },
        { label: { zh: '操作', en: 'What' }, cell: ({ call }) => does.get(call)?.[lang] ?? call },
        { label: { zh: '对象', en: 'On' }, cell: ({ name }) => name },
      ],
      list,
      total,
    )
    return section
  },
}
